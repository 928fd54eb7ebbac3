import { execFile } from 'node:child_process';
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sendToRedis } from '../../running-vault/redis-access.ts';
import { readState } from '../sides.ts';
import { servicesAnew } from './anew.ts';
import { APART, type Fault, FaultMissed, type FaultSite } from './fault.ts';
import { within } from './within.ts';

const run = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../test-services');

/** Where the launcher keeps Kafka and Redis. */
const partsOf = ({ vault }: FaultSite) => join(vault.dataDir, 'parts');

/** Puts them where a full disk of the vault does not reach them; to be called before the vault is started. */
export async function linkParts(dataDir: string, folder: string): Promise<void> {
  await mkdir(folder);
  await symlink(folder, join(dataDir, 'parts'));
}

async function takeAway(site: FaultSite, part: 'kafka' | 'redis', away: () => Promise<void>): Promise<void> {
  await run(join(SCRIPTS, 'stop'), [partsOf(site), part]);
  await away();
  await run(join(SCRIPTS, 'start'), [partsOf(site), part]);
}

export const kafkaAway: Fault = {
  name: 'kafka-away',
  topologies: APART,
  async inject(site) {
    await takeAway(site, 'kafka', () => site.hold(8_000, 120_000));
    return 'the broker stopped, and started again on its data';
  },
};

export const redisAway: Fault = {
  name: 'redis-away',
  topologies: APART,
  async inject(site) {
    const keys = arrayLength(await sendToRedis(site.vault.dataDir, 'KEYS pii-vault:*'));
    if (keys === 0) throw new FaultMissed('Redis held no key of the vault');
    const said = await sendToRedis(site.vault.dataDir, 'FLUSHALL');
    if (said !== '+OK\r\n') throw new Error(`Redis was not flushed: ${said}`);
    await takeAway(site, 'redis', () => site.hold(2_000, 20_000));
    return `FLUSHALL of ${keys} keys, then stopped and started again`;
  },
};

/** Of an array as Redis answers it (RESP): its length stands before its members. */
const arrayLength = (said: string) => Number(/^\*(\d+)\r\n/.exec(said)?.[1] ?? 0);

/** The files of the token are moved away; the vault is killed, so that the keys it had opened are gone as well. */
export const keyStoreAway: Fault = {
  name: 'key-store-away',
  topologies: APART,
  async inject(site) {
    const { vault, hold } = site;
    const tokens = join(vault.keysDir, 'parts/softhsm/tokens');
    await rename(tokens, `${tokens}.away`);
    try {
      await servicesAnew(vault, ['vault'], () => vault.killService('vault'));
      await isOffline(site);
      await hold(5_000, 75_000);
    } finally {
      await rename(`${tokens}.away`, tokens);
    }
    return "the token's files moved away and back, the vault killed meanwhile";
  },
};

/** Resolves when crypto says that its store is not there. @throws FaultMissed when it does not */
async function isOffline({ sides }: FaultSite): Promise<void> {
  let state: string | undefined;
  await within(
    () => `without the token's files crypto is ${state}`,
    async () => {
      state = undefined;
      state = await readState(sides, 'crypto');
      return state === 'KEY_STORE_UNAVAILABLE';
    },
  );
}
