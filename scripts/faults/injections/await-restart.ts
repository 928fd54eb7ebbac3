import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/context/caller';
import { readPostmaster } from '../../running-vault/database-access.ts';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import { within } from './within.ts';

/**
 * Ends processes by `end`, and resolves when others are in their place.
 * @throws FaultMissed when one is still the same
 */
export async function servicesAnew(
  { dataDir }: Pick<VaultProcess, 'dataDir'>,
  services: readonly ServiceName[],
  end: () => Promise<void>,
): Promise<void> {
  const pidOf = (service: ServiceName) => readFile(join(dataDir, 'processes', service), 'utf8');
  // One that lies between two processes may have none.
  const before = await Promise.all(services.map((service) => pidOf(service).catch(() => '')));
  await end();
  for (const [at, service] of services.entries())
    await another(`the process of ${service}`, before[at] ?? '', () => pidOf(service));
}

/** The same for PostgreSQL, by its number and its start. */
export async function postgresAnew(
  { dataDir }: Pick<VaultProcess, 'dataDir'>,
  end: (pid: number) => Promise<void> | void,
): Promise<void> {
  let pid = Number.NaN;
  let before = '';
  const read = async () => {
    const now = await readPostmaster(dataDir);
    pid = now.pid;
    return `${now.pid} ${now.startedAt}`;
  };
  await within(
    () => 'PostgreSQL is not there',
    async () => {
      before = await read();
      return isWhole(before);
    },
  );
  await end(pid);
  await another('PostgreSQL', before, read);
}

/** A file that is not yet whole is of nobody. */
const isWhole = (process: string) => /^[1-9]/.test(process) && !process.includes('NaN');

async function another(what: string, before: string, read: () => Promise<string>): Promise<void> {
  await within(
    () => `${what} is the one that was there before`,
    async () => {
      const now = await read();
      return isWhole(now) && now !== before;
    },
  );
}
