import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive, processIdentity } from '@pii-vault/platform/core/system/process-identity';

const FILE = 'owner.json';

/**
 * Claims a folder for this process, so that two processes never work on the same data. Takes over the claim of an ended
 * process; detects a reused pid by its start time.
 * @returns a function that ends the claim @throws Error if a running process owns the folder
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, FILE);
  const mine = JSON.stringify({ pid: process.pid, identity: await processIdentity(process.pid) });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await linkIfAbsent(draft, file)) {
        return async () => {
          if ((await readIfPresent(file)) === mine) await unlink(file);
        };
      }
      const found = await readIfPresent(file);
      if (found !== undefined && (await isAlive(found)))
        throw new Error(
          `${folder} is in use by another running pii-vault (process ${JSON.parse(found).pid})`,
        );
      await discard(file, found);
    }
    throw new Error(`${folder} could not be claimed`);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** Removes the claim of an ended process, unless it has changed: another process may have claimed meanwhile. */
async function discard(file: string, seen: string | undefined): Promise<void> {
  const aside = `${file}.stale.${process.pid}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readIfPresent(aside)) !== seen) await linkIfAbsent(aside, file);
  await unlink(aside);
}

async function isAlive(claim: string): Promise<boolean> {
  const { pid, identity }: { pid: number; identity: string | undefined } = JSON.parse(claim);
  if (!(await isProcessAlive(pid))) return false;
  return (await processIdentity(pid)) === identity;
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  return await link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch(() => undefined);
}
