import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seededRandom } from '@pii-vault/all/demo-data/random';
import { startVaultProcess, type Topology, type VaultProcess } from '../running-vault/vault-process.ts';
import { type FakeClock, prepareFakeClock } from './injections/fake-clock.ts';
import { linkPartsFolder } from './injections/outages.ts';
import { RECEIVER_SETTINGS } from './load/webhooks.ts';
import { prepareSidePorts, type SidePorts } from './side-ports.ts';

const run = promisify(execFile);

/** Size of the tmpfs; unused space takes no memory. */
const DISK = '3g';

/** A vault whose disk can be filled and whose clock can be set. */
export interface StartedSite {
  readonly vault: VaultProcess;
  readonly clock: FakeClock;
  readonly sidePorts: SidePorts;
  /** Copies the logs of all processes to a folder that stop() does not remove. @returns the folder */
  keepLogs(): Promise<string>;
  stop(): Promise<void>;
}

/** The load makes more corrections than the limits against probing allow. */
const UNLIMITED_CORRECTIONS = {
  LINEAGE_CORRECTIONS_PER_HOUR: '1000000',
  LINEAGE_ERASURES_PER_DAY: '1000000',
};

export interface SiteOptions {
  readonly seed: number;
  readonly topology: Topology;
}

/**
 * Starts a vault on a separate file system.
 * @throws Error with instructions if mounting is not permitted
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
    const sidePorts = await prepareSidePorts(topology);
    const clock = await prepareFakeClock(folder, topology, sidePorts, seededRandom(seed));
    // Kafka and Redis are not on the disk that is filled.
    await linkPartsFolder(dataDir, join(folder, 'parts'));
    const env = { ...sidePorts.env, ...clock.env, ...RECEIVER_SETTINGS, ...UNLIMITED_CORRECTIONS };
    const vault = await startVaultProcess({ topology, folder, env });
    const stop = async () => {
      await vault.stop();
      await remove(folder);
    };
    let stopped: Promise<void> | undefined;
    return {
      vault,
      clock,
      sidePorts,
      keepLogs: () => keepLogs(folder, seed),
      stop: () => (stopped ??= stop()),
    };
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
        `Cannot mount the file system that the test fills (${(error.stderr ?? '').trim()}). Run this as root, or ` +
          'on a machine that allows user namespaces, or in a container with the capability SYS_ADMIN ' +
          '(docker run --cap-add SYS_ADMIN --security-opt apparmor=unconfined).',
      );
    },
  );
}

/** Lazy, because a process that is ending may still have files open. */
async function unmountDisk(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]);
}
