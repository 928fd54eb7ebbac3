import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces or creates a file (0600) atomically: the text is written to a draft, flushed to disk and renamed into place,
 * so readers see the old text or the new one, also after a kill.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The name is durable after its folder is synced.
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}
