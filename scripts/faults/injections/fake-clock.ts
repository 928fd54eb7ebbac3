import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@pii-vault/all/demo/random';
import { SERVICE_NAMES } from '@pii-vault/platform/context/caller';
import type { Topology } from '../../running-vault/vault-process.ts';
import { type Sides, settingOf } from '../sides.ts';

/** The clock of one process, which libfaketime keeps. */
export interface Clocks {
  /** Whose it is. */
  readonly of: string;
  /** Settings under which the vault is to be started. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets it before or behind the machine's. */
  step(seconds: number): Promise<void>;
  /** How many seconds before (behind: below 0) the machine's the process says that it is. @throws while it does not answer */
  read(): Promise<number>;
}

/** Any one process of those apart, or the one there is. @param folder for the file that says how far off it is */
export async function prepareClock(
  folder: string,
  topology: Topology,
  sides: Sides,
  random: Random,
): Promise<Clocks> {
  const file = join(folder, 'clock');
  const service = random.pick(SERVICE_NAMES);
  const step = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await step(0);
  const preload = {
    LD_PRELOAD: await libraryPath(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // A clock that is set leaves the monotonic one alone.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const isApart = topology === 'apart';
  const prefixed = Object.entries(preload).map(([name, value]) => [settingOf(service, name), value]);
  return {
    of: isApart ? service : 'the process',
    env: isApart ? Object.fromEntries(prefixed) : preload,
    step,
    // Answers at the side port have the process's own time in their heads.
    read: () => readOffset(`${sides.addressOf(service)}/livez`),
  };
}

/** By the Date of an answer (RFC 9110, section 6.6.1), which is in whole seconds. */
async function readOffset(address: string): Promise<number> {
  const { headers } = await fetch(address);
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) throw new Error(`${address} does not tell the time`);
  return Math.round((date - Date.now()) / 1_000);
}

async function libraryPath(): Promise<string> {
  const folders = (await readdir('/usr/lib')).filter((name) => name.includes('-linux-'));
  for (const folder of ['', ...folders]) {
    const path = join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1');
    if (existsSync(path)) return path;
  }
  throw new Error('libfaketimeMT.so.1 is not where Debian puts it: install the package faketime');
}
