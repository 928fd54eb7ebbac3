import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets of one installation, each in a file of its own (0600), made when first asked for. */
export interface LocalSecrets {
  /** 32 random bytes as base64. */
  get(name: string): Promise<string>;
}

export async function openLocalSecrets(keysDir: string): Promise<LocalSecrets> {
  const folder = join(keysDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(keysDir, 0o700);
  return {
    async get(name) {
      const file = join(folder, name);
      return (await read(file)) ?? (await make(file));
    },
  };
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Written aside and linked into place, so that a kill leaves no half of a secret. */
async function make(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
