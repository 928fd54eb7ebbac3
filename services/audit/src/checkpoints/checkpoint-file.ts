import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

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
  /** Resolves when the line has reached the disk. */
  append(checkpoint: FiledCheckpoint): Promise<void>;
  /** The last checkpoint; undefined when there is none. */
  last(): Promise<FiledCheckpoint | undefined>;
  /** All checkpoints in the order written. A line that a crash truncated is skipped. */
  read(): Promise<FiledCheckpoint[]>;
}

export function checkpointFile(path: string): CheckpointFile {
  return {
    async append(checkpoint) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a+', 0o600);
      try {
        const start = (await endsInsideLine(file)) ? '\n' : '';
        await file.appendFile(`${start}${JSON.stringify(checkpoint)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    last: async () => parseLines(await orNothing(readTail(path))).at(-1),
    read: async () => parseLines(await orNothing(readFile(path, 'utf8'))),
  };
}

/** Read size: several lines of about 400 bytes. */
const TAIL_BYTES = 16 * 1024;

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

async function orNothing(reading: Promise<string>): Promise<string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function parseLines(text: string): FiledCheckpoint[] {
  return text
    .split('\n')
    .map(parseLine)
    .filter((line) => line !== undefined);
}

function parseLine(line: string): FiledCheckpoint | undefined {
  try {
    return filedCheckpoint.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
