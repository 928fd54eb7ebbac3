import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { replaceFile } from '@pii-vault/platform/core/system/replace-file';
import { writeOnce } from '@pii-vault/platform/core/system/write-once';

/** Containers with a key volume; each mounts only its own (read-only, at /run/keys). */
const CONSUMERS = [...SERVICE_NAMES, 'migrate', 'postgres', 'kafka', 'redis', 'maildev', 'grafana'] as const;
export type Consumer = (typeof CONSUMERS)[number];

/** The volumes of keys of a deployment, as the setup container mounts them. */
export interface KeyVolumes {
  path(consumer: Consumer, file: string): string;
  /** Creates a secret at the first call; later calls return the same one. */
  secret(consumer: Consumer, file: string): Promise<string>;
  /**
   * Writes a file (0600) unless it has that text already. Atomic: after a kill the file has the old or the new text.
   */
  put(consumer: Consumer, file: string, text: string): Promise<void>;
}

/** @param root folder in which each consumer's volume is mounted as `keys-<consumer>` */
export async function openVolumes(root: string): Promise<KeyVolumes> {
  const path = (consumer: Consumer, file: string) => join(root, `keys-${consumer}`, file);
  for (const consumer of CONSUMERS) await mkdir(path(consumer, ''), { recursive: true, mode: 0o700 });
  return {
    path,
    secret: (consumer, file) => writeOnce(path(consumer, file), randomBytes(32).toString('base64url')),
    async put(consumer, file, text) {
      const to = path(consumer, file);
      if ((await readFile(to, 'utf8').catch(() => undefined)) === text) return;
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await replaceFile(to, text);
    },
  };
}
