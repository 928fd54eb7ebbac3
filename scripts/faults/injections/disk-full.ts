import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BOTH, type Fault } from './fault.ts';

const run = promisify(execFile);
const PIECE = Buffer.alloc(1024 * 1024);
/** Left by the one large piece, bytes: what others take meanwhile, such as segments of the log, must not make it fail. */
const MARGIN = 128 * PIECE.length;

/** A file takes what is left of the data folder's file system, to the last block. */
export const diskFull: Fault = {
  name: 'disk-full',
  topologies: BOTH,
  async inject({ vault, hold }) {
    const ballast = join(vault.dataDir, 'ballast');
    const before = await statfs(vault.dataDir);
    await run('fallocate', ['--length', String(before.bavail * before.bsize - MARGIN), ballast]);
    await fill(ballast);
    const { bavail } = await statfs(vault.dataDir);
    await hold(6_000, 30_000);
    await rm(ballast);
    return `${bavail} blocks left on the data folder's file system`;
  },
};

async function fill(file: string): Promise<void> {
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
