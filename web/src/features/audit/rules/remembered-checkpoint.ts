import { strictBase64, toBase64 } from '../../../signed-note/bytes.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';

const KEY = 'audit_checkpoint';

/** The newest valid checkpoint in this browser, which the next one must extend. Undefined before the first. */
export function readCheckpoint(): Checkpoint | undefined {
  try {
    const { origin, size, root } = JSON.parse(localStorage.getItem(KEY) ?? '') as Record<string, unknown>;
    const bytes = typeof root === 'string' ? strictBase64(root) : undefined;
    return typeof origin === 'string' && Number.isSafeInteger(size) && bytes
      ? { origin, size: Number(size), root: bytes }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores origin, size and root; nothing about entries or people. */
export function keepCheckpoint({ origin, size, root }: Checkpoint): void {
  localStorage.setItem(KEY, JSON.stringify({ origin, size, root: toBase64(root) }));
}
