import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seededRandom } from '@pii-vault/all/demo/random';
import { startVaultProcess, type Topology, type VaultProcess } from '../running-vault/vault-process.ts';
import { type Clocks, prepareClock } from './injections/faked-clock.ts';
import { linkParts } from './injections/parts-away.ts';
import { RECEIVER_SETTINGS } from './load/webhooks.ts';
import { prepareSides, type Sides } from './sides.ts';

const run = promisify(execFile);

/** Room for a database under load; what is not written takes no memory. */
const DISK = '3g';

/** A vault whose disk can be filled and whose clock can be set. */
export interface StartedSite {
  readonly vault: VaultProcess;
  readonly clocks: Clocks;
  readonly sides: Sides;
  /** Copies the logs of all processes to where they stay. @returns the folder */
  keepLogs(): Promise<string>;
  stop(): Promise<void>;
}

/** A load corrects in minutes what a desk corrects in weeks; the budget that stops probing would stop it. */
const NO_PROBING = { LINEAGE_CORRECTIONS_PER_HOUR: '1000000', LINEAGE_ERASURES_PER_DAY: '1000000' };

export interface SiteOptions {
  readonly seed: number;
  readonly topology: Topology;
}

/**
 * Starts a vault on a file system of its own.
 * @throws Error that says what is missing where nothing may be mounted
 */
export async function startSite({ seed, topology }: SiteOptions): Promise<StartedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-faults-'));
  const dataDir = dataDirOf(folder);
  await mkdir(dataDir);
  await mountDisk(dataDir).catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  try {
    const sides = await prepareSides(topology);
    const clocks = await prepareClock(folder, topology, sides, seededRandom(seed));
    // Brokers have disks of their own.
    await linkParts(dataDir, join(folder, 'parts'));
    const env = { ...sides.env, ...clocks.env, ...RECEIVER_SETTINGS, ...NO_PROBING };
    const vault = await startVaultProcess({ topology, folder, env });
    const stop = async () => {
      await vault.stop();
      await remove(folder);
    };
    let stopped: Promise<void> | undefined;
    return { vault, clocks, sides, keepLogs: () => keepLogs(folder, seed), stop: () => (stopped ??= stop()) };
  } catch (error) {
    const kept = await keepLogs(folder, seed).catch(() => undefined);
    await remove(folder);
    throw kept === undefined ? error : new Error(`${messageOf(error)}\nLogs: ${kept}`, { cause: error });
  }
}

async function keepLogs(folder: string, seed: number): Promise<string> {
  const logs = join(dataDirOf(folder), 'logs');
  await access(logs);
  const kept = await mkdtemp(join(tmpdir(), `pii-vault-faults-logs-${seed}-`));
  await cp(logs, kept, { recursive: true });
  return kept;
}

async function remove(folder: string): Promise<void> {
  await unmountDisk(dataDirOf(folder));
  await rm(folder, { recursive: true, force: true });
}

const dataDirOf = (folder: string) => join(folder, 'data');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown fault');

async function mountDisk(folder: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'pii-vault-faults', folder]).catch(
    (error: { stderr?: string }) => {
      throw new Error(
        `A full disk needs a file system of its own, and none may be mounted here (${(error.stderr ?? '').trim()}). Run this as root, or where users may have namespaces of their own; in a container, with the capability SYS_ADMIN (docker run --cap-add SYS_ADMIN --security-opt apparmor=unconfined).`,
      );
    },
  );
}

/** Lazily: a process that is still ending may have a file open. */
async function unmountDisk(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]);
}
