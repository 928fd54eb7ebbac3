import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyStoreError } from './key-store.ts';

/** Key files in one folder that only its owner can read. Names are UUIDs, checked by the caller. */
export interface KeyFolder {
  /** Durable and atomic: after a crash the file is complete or absent. */
  write(name: string, contents: Buffer): Promise<void>;
  /** undefined when there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** Overwrites the file with random bytes, then removes it; both are synced to disk before this returns. */
  shred(name: string): Promise<void>;
  isUsable(): Promise<boolean>;
}

/** Creates a missing folder (mode 0700). @throws KeyStoreError unavailable */
export async function openKeyFolder(path: string): Promise<KeyFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
  } catch (error) {
    throw new KeyStoreError('unavailable', 'The folder of the keys cannot be opened', error);
  }
  return {
    write: (name, contents) => writeAtomically(path, name, contents),
    read: (name) => readPrivate(path, name),
    shred: (name) => shred(path, name),
    isUsable: () => isPrivateFolder(path),
  };
}

const fileOf = (folder: string, name: string) => join(folder, `${name}.key`);

async function writeAtomically(folder: string, name: string, contents: Buffer): Promise<void> {
  const temporary = join(folder, `${name}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, fileOf(folder, name));
  } catch (error) {
    await unlink(temporary).catch(ignoreAbsent);
    throw error;
  }
  await syncFolder(folder);
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function readPrivate(folder: string, name: string): Promise<Buffer | undefined> {
  const file = await openExisting(fileOf(folder, name), constants.O_RDONLY);
  if (file === undefined) return undefined;
  try {
    const { mode } = await file.stat();
    if ((mode & 0o077) !== 0)
      throw new KeyStoreError(
        'unavailable',
        `The key file ${name}.key is readable by other users: set its mode to 600`,
      );
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function shred(folder: string, name: string): Promise<void> {
  const file = await openExisting(fileOf(folder, name), constants.O_RDWR);
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    await file.write(randomBytes(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await unlink(fileOf(folder, name)).catch(ignoreAbsent);
  await syncFolder(folder);
}

/** O_NOFOLLOW: a symbolic link in place of a key is refused. */
async function openExisting(path: string, flags: number): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags | constants.O_NOFOLLOW);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isPrivateFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isDirectory() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
