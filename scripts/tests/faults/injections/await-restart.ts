import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { readPostmaster } from '../../running-vault/database-access.ts';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import { pollUntil } from './poll-until.ts';

/**
 * Calls `end`, which ends the processes, and resolves when new processes have replaced them.
 * @throws FaultMissed if a process was not replaced
 */
export async function awaitServiceRestart(
  { dataDir }: Pick<VaultProcess, 'dataDir'>,
  services: readonly ServiceName[],
  end: () => Promise<void>,
): Promise<void> {
  const pidOf = (service: ServiceName) => readFile(join(dataDir, 'processes', service), 'utf8');
  // A service that is restarting may have no pid file.
  const before = await Promise.all(services.map((service) => pidOf(service).catch(() => '')));
  await end();
  for (const [at, service] of services.entries())
    await another(`the process of ${service}`, before[at] ?? '', () => pidOf(service));
}

/** The same for PostgreSQL, identified by pid and start time. */
export async function awaitPostgresRestart(
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
  await pollUntil(
    () => 'PostgreSQL is not running',
    async () => {
      before = await read();
      return isComplete(before);
    },
  );
  await end(pid);
  await another('PostgreSQL', before, read);
}

/** False while the pid file is incomplete. */
const isComplete = (process: string) => /^[1-9]/.test(process) && !process.includes('NaN');

async function another(what: string, before: string, read: () => Promise<string>): Promise<void> {
  await pollUntil(
    () => `${what} was not replaced`,
    async () => {
      const now = await read();
      return isComplete(now) && now !== before;
    },
  );
}
