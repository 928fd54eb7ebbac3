import { HASH_BYTES } from '../tree/merkle/hash.ts';

/** What a checkpoint commits to (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Unique name of the log, the note's first line. */
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Buffer;
}

/** The note text of a checkpoint: origin, decimal size and base64 root, a newline after each. */
export function checkpointText(checkpoint: Checkpoint): string {
  return `${checkpoint.origin}\n${checkpoint.size}\n${checkpoint.root.toString('base64')}\n`;
}

/**
 * Parses a note text. Ignores extension lines after the third, as C2SP tlog-checkpoint requires.
 * @returns undefined when it is not a checkpoint
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n');
  const [origin, size, encodedRoot] = lines;
  if (lines.length < 4 || lines.at(-1) !== '' || origin === undefined || origin === '') return undefined;
  if (size === undefined || !/^(0|[1-9][0-9]{0,15})$/.test(size)) return undefined;
  const root = Buffer.from(encodedRoot ?? '', 'base64');
  if (root.length !== HASH_BYTES || root.toString('base64') !== encodedRoot) return undefined;
  return { origin, size: Number(size), root };
}
