import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from '@pii-vault/platform/core/system/write-once';

/** Secrets of one installation, one file each (0600), created on first use. */
export interface LocalSecrets {
  /** 32 random bytes as base64. */
  get(name: string): Promise<string>;
}

export async function openLocalSecrets(keysDir: string): Promise<LocalSecrets> {
  const folder = join(keysDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(keysDir, 0o700);
  return {
    get: (name) => writeOnce(join(folder, name), randomBytes(32).toString('base64')),
  };
}
