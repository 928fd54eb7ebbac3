import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@pii-vault/all/demo-data/random';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import type { Topology } from '../../running-vault/vault-process.ts';
import { processSetting, type SidePorts } from '../side-ports.ts';

/** The clock of one process, controlled by libfaketime. */
export interface FakeClock {
  /** The process, for messages. */
  readonly of: string;
  /** Settings to start the vault with. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the offset from the machine's clock; negative is behind. */
  step(seconds: number): Promise<void>;
  /** Offset of the process's clock from the machine's, in seconds. @throws Error if the process does not answer */
  read(): Promise<number>;
}

/** Prepares the clock of a random process, or of the only one. @param folder for libfaketime's timestamp file */
export async function prepareFakeClock(
  folder: string,
  topology: Topology,
  sidePorts: SidePorts,
  random: Random,
): Promise<FakeClock> {
  const file = join(folder, 'clock');
  const service = random.pick(SERVICE_NAMES);
  const step = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await step(0);
  const preload = {
    LD_PRELOAD: await libraryPath(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Setting a real clock does not change the monotonic one.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const isApart = topology === 'apart';
  const prefixed = Object.entries(preload).map(([name, value]) => [processSetting(service, name), value]);
  return {
    of: isApart ? service : 'the process',
    env: isApart ? Object.fromEntries(prefixed) : preload,
    step,
    // The Date header of answers at the side port has the time of the process.
    read: () => readOffset(`${sidePorts.addressOf(service)}/livez`),
  };
}

/** Reads the Date header (RFC 9110, section 6.6.1), in whole seconds. */
async function readOffset(address: string): Promise<number> {
  const { headers } = await fetch(address);
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) throw new Error(`The answer of ${address} has no Date header`);
  return Math.round((date - Date.now()) / 1_000);
}

async function libraryPath(): Promise<string> {
  const folders = (await readdir('/usr/lib')).filter((name) => name.includes('-linux-'));
  for (const folder of ['', ...folders]) {
    const path = join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1');
    if (existsSync(path)) return path;
  }
  throw new Error('libfaketimeMT.so.1 was not found: install the Debian package faketime');
}
