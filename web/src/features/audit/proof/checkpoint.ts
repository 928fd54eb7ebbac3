import { strictBase64 } from '../../../signed-note/bytes.ts';
import { HASH_BYTES } from './hash.ts';

/** What a checkpoint commits to (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Unique name of the log. */
  readonly origin: string;
  /** Leaves in the tree. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** Reads a note's text; lines after the third are extensions and ignored. undefined when it is not a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n');
  const [origin, size, root] = lines;
  if (lines.length < 4 || lines.at(-1) !== '' || !origin) return undefined;
  if (size === undefined || !/^(?:0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined;
  const bytes = strictBase64(root ?? '');
  return bytes?.length === HASH_BYTES ? { origin, size: Number(size), root: bytes } : undefined;
}
