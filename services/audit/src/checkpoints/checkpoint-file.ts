import { z } from 'zod';
import { allLines, type LineStore } from '../outside/line-store.ts';

/** One line of the checkpoint file, as JSON, because the note contains newlines. */
const filedCheckpoint = z.object({
  /** ISO 8601 UTC. */
  signedAt: z.iso.datetime(),
  keyName: z.string(),
  /** Raw Ed25519 key, base64. */
  publicKey: z.base64(),
  note: z.string(),
});
export type FiledCheckpoint = z.output<typeof filedCheckpoint>;

/** Signed checkpoints in a place that the owner of the database cannot rewrite. */
export interface CheckpointFile {
  /** Resolves when the line is durable. */
  append(checkpoint: FiledCheckpoint): Promise<void>;
  /** The last checkpoint; undefined when there is none. */
  last(): Promise<FiledCheckpoint | undefined>;
  /** All checkpoints in the order written. A line that a crash truncated is skipped. */
  read(): Promise<FiledCheckpoint[]>;
}

export function checkpointFile(
  store: Pick<LineStore, 'append' | 'newestFirst' | 'oldestFirst'>,
): CheckpointFile {
  return {
    append: (checkpoint) => store.append(async () => [JSON.stringify(checkpoint)]),
    async last() {
      for await (const text of store.newestFirst()) {
        const checkpoint = parseLine(text);
        if (checkpoint !== undefined) return checkpoint;
      }
      return undefined;
    },
    read: async () => (await allLines(store)).map(parseLine).filter((line) => line !== undefined),
  };
}

function parseLine(line: string): FiledCheckpoint | undefined {
  try {
    return filedCheckpoint.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
