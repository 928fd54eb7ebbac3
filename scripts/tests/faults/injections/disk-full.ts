import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BOTH, type Fault, FaultMissed } from './fault.ts';

const run = promisify(execFile);
const PIECE = Buffer.alloc(1024 * 1024);
/** Bytes that the first large allocation leaves free, so that it does not fail if the vault allocates meanwhile. */
const MARGIN = 128 * PIECE.length;

/** Fills the file system of the data folder to the last block. */
export const diskFull: Fault = {
  name: 'disk-full',
  topologies: BOTH,
  async inject({ vault, hold }) {
    const ballast = join(vault.dataDir, 'ballast');
    const before = await statfs(vault.dataDir);
    try {
      await run('fallocate', ['--length', String(before.bavail * before.bsize - MARGIN), ballast]);
      await fill(ballast, vault.dataDir);
      await hold(6_000, 30_000);
    } finally {
      // Also removes a partly written file.
      await rm(ballast, { force: true });
    }
    return "no block left on the data folder's file system";
  },
};

/** Attempts: the vault may free blocks while the file grows. */
const ATTEMPTS = 20;

/** @throws FaultMissed if blocks are left */
async function fill(ballast: string, folder: string): Promise<void> {
  for (let times = 1; ; times += 1) {
    await append(ballast);
    const { bavail } = await statfs(folder);
    if (bavail === 0) return;
    if (times === ATTEMPTS)
      throw new FaultMissed(`${bavail} blocks are left on the data folder's file system`);
  }
}

async function append(file: string): Promise<void> {
  const ballast = await open(file, 'a');
  try {
    for (let size = PIECE.length; size >= 4_096; size /= 2)
      while (await fits(() => ballast.appendFile(PIECE.subarray(0, size))));
  } finally {
    await ballast.close();
  }
}

function fits(write: () => Promise<void>): Promise<boolean> {
  return write().then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') return false;
      throw error;
    },
  );
}
