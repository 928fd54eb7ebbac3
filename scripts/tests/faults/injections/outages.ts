import { execFile } from 'node:child_process';
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sendToRedis } from '../../running-vault/redis-access.ts';
import { readModuleState } from '../side-ports.ts';
import { awaitServiceRestart } from './await-restart.ts';
import { APART, type Fault, FaultMissed, type FaultSite } from './fault.ts';
import { pollUntil } from './poll-until.ts';

const run = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../test-services');

/** The launcher's folder for Kafka and Redis. */
const partsOf = ({ vault }: FaultSite) => join(vault.dataDir, 'parts');

/** Moves that folder off the vault's disk, so that a full disk does not affect them. Call before the vault starts. */
export async function linkPartsFolder(dataDir: string, folder: string): Promise<void> {
  await mkdir(folder);
  await symlink(folder, join(dataDir, 'parts'));
}

async function stopFor(site: FaultSite, part: 'kafka' | 'redis', outage: () => Promise<void>): Promise<void> {
  await run(join(SCRIPTS, 'stop'), [partsOf(site), part]);
  await outage();
  await run(join(SCRIPTS, 'start'), [partsOf(site), part]);
}

export const kafkaOutage: Fault = {
  name: 'kafka-outage',
  topologies: APART,
  async inject(site) {
    await stopFor(site, 'kafka', () => site.hold(8_000, 120_000));
    return 'the broker stopped and started again with its data';
  },
};

export const redisOutage: Fault = {
  name: 'redis-outage',
  topologies: APART,
  async inject(site) {
    const keys = arrayLength(await sendToRedis(site.vault.dataDir, 'KEYS pii-vault:*'));
    if (keys === 0) throw new FaultMissed('Redis held no key of the vault');
    const answer = await sendToRedis(site.vault.dataDir, 'FLUSHALL');
    if (answer !== '+OK\r\n') throw new Error(`FLUSHALL failed: ${answer}`);
    await stopFor(site, 'redis', () => site.hold(2_000, 20_000));
    return `FLUSHALL of ${keys} keys, then stopped and started again`;
  },
};

/** Length of an array in a Redis answer (RESP). */
const arrayLength = (answer: string) => Number(/^\*(\d+)\r\n/.exec(answer)?.[1] ?? 0);

/** Moves the token's files away and kills the vault service, so that its opened keys are lost, too. */
export const keyStoreOutage: Fault = {
  name: 'key-store-outage',
  topologies: APART,
  async inject(site) {
    const { vault, hold } = site;
    const tokens = join(vault.keysDir, 'parts/softhsm/tokens');
    await rename(tokens, `${tokens}.away`);
    try {
      await awaitServiceRestart(vault, ['vault'], () => vault.killService('vault'));
      await awaitUnavailable(site);
      await hold(5_000, 75_000);
    } finally {
      await rename(`${tokens}.away`, tokens);
    }
    return "the token's files moved away and back, the vault service killed meanwhile";
  },
};

/** Resolves when crypto reports that its key store is unavailable. @throws FaultMissed if it does not */
async function awaitUnavailable({ sidePorts }: FaultSite): Promise<void> {
  let state: string | undefined;
  await pollUntil(
    () => `crypto is ${state} without the token's files`,
    async () => {
      state = undefined;
      state = await readModuleState(sidePorts, 'crypto');
      return state === 'KEY_STORE_UNAVAILABLE';
    },
  );
}
