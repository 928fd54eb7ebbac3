import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type ChainEnd,
  type ChainedLine,
  chain,
  checkChain,
  type LineContent,
  NO_LINE,
  parseLine,
} from './revocation-line.ts';

/**
 * What was taken away, listed outside the database, so that a restored backup does not bring it back. Who appends holds
 * the appender's lock of the trail.
 */
export interface RevocationFile {
  /** Resolves when the lines have reached the disk. @throws AppError REVOCATIONS_DAMAGED when the last line is not ours */
  append(lines: readonly LineContent[]): Promise<void>;
  /** Number of the last line, 0 without one. */
  position(): Promise<number>;
  /** Every line in order, the chain checked. @throws AppError DATA_LOSS REVOCATIONS_DAMAGED */
  read(): Promise<ChainedLine[]>;
}

/** @param key 32 secret bytes */
export function revocationFile(path: string, key: Uint8Array): RevocationFile {
  return {
    async append(contents) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a+', 0o600);
      try {
        const tail = await readTail(file);
        let end: ChainEnd = lastOf(tail) ?? NO_LINE;
        const lines = contents.map((content) => {
          const line = chain(key, end, content);
          end = line;
          return `${JSON.stringify(line)}\n`;
        });
        const start = tail === '' || tail.endsWith('\n') ? '' : '\n';
        await file.appendFile(start + lines.join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    position: async () => parseAll(await textOf(path)).at(-1)?.seq ?? 0,
    async read() {
      const lines = parseAll(await textOf(path));
      checkChain(key, lines);
      return lines;
    },
  };
}

/** Holds many lines, of which one is some 300 bytes. */
const TAIL_BYTES = 64 * 1024;

async function readTail(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.toString('utf8', 0, bytesRead);
}

const lastOf = (text: string) => parseAll(text).at(-1);

function parseAll(text: string): ChainedLine[] {
  return text
    .split('\n')
    .map(parseLine)
    .filter((line) => line !== undefined);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
