import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type ChainEnd,
  type ChainedLine,
  type Coverage,
  chain,
  checkChain,
  endOf,
  headAfter,
  type LineContent,
  NO_LINE,
  parseLine,
} from './revocation-line.ts';

/**
 * Append-only list of revocations and deletions outside the database, replayed after a restore. Callers of append hold
 * the trail's advisory lock.
 */
export interface RevocationFile {
  /**
   * Resolves when the lines are on disk.
   * @throws AppError REVOCATIONS_DAMAGED when the last line has a wrong MAC
   */
  append(lines: readonly LineContent[]): Promise<void>;
  /** Number and MAC of the last line; seq 0 for an empty list. */
  position(): Promise<ChainEnd>;
  /** The newest `covers` line, read without checking its MAC; undefined without one. */
  coverage(): Promise<Coverage | undefined>;
  /** The lines after the newest `covers` line, in order, read without checking their MACs. */
  uncovered(): Promise<ChainedLine[]>;
  /** All lines in order, after checking the chain. @throws AppError DATA_LOSS REVOCATIONS_DAMAGED */
  read(): Promise<ChainedLine[]>;
  /** Time of the first dated line, read without checking its MAC; undefined without one. */
  oldest(): Promise<Date | undefined>;
  /**
   * Removes the revocations before a time. Does nothing when another process wrote to the file meanwhile.
   * @param before older backups can no longer be opened
   * @param stillHeld rejects when the advisory lock is lost
   * @returns the number of removed lines
   * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED
   */
  trim(before: Date, stillHeld: () => Promise<unknown>): Promise<number>;
}

/** @param key 32 secret bytes */
export function revocationFile(path: string, key: Uint8Array): RevocationFile {
  return {
    append: (contents) => append(path, key, contents),
    async position() {
      const last = await fromEnd(path, () => true);
      return last === undefined ? NO_LINE : endOf(last);
    },
    async coverage() {
      const found = await fromEnd(path, ({ line }) => 'covers' in line);
      return found !== undefined && 'covers' in found.line ? found.line : undefined;
    },
    async uncovered() {
      const lines: ChainedLine[] = [];
      await fromEnd(path, (line) => 'covers' in line.line || lines.push(line) === 0);
      return lines.reverse();
    },
    async read() {
      return await readAll(path, key);
    },
    async oldest() {
      for await (const { line } of linesOf(path))
        if ('at' in line && line.at !== undefined) return new Date(line.at);
      return undefined;
    },
    trim: (before, stillHeld) => trim(path, key, before, stillHeld),
  };
}

async function append(path: string, key: Uint8Array, contents: readonly LineContent[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+', 0o600);
  try {
    const [last, former] = await taken(linesFromEnd(file), 2);
    if (last !== undefined) checkChain(key, [last], former && endOf(former));
    let end: ChainEnd = last === undefined ? NO_LINE : endOf(last);
    const lines = contents.map((content) => {
      const line = chain(key, end, content);
      end = line;
      return `${JSON.stringify(line)}\n`;
    });
    const start = (await endsInsideLine(file)) ? '\n' : '';
    await file.appendFile(start + lines.join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function trim(
  path: string,
  key: Uint8Array,
  before: Date,
  stillHeld: () => Promise<unknown>,
): Promise<number> {
  const was = await markOf(path);
  const lines = await readAll(path, key);
  const kept = lines.slice(outdated(lines, before));
  const last = lines.at(lines.length - kept.length - 1);
  if (kept.length === lines.length || last === undefined || 'follows' in last.line) return 0;
  const head = headAfter(key, endOf(last));
  const text = [head, ...kept].map((line) => `${JSON.stringify(line)}\n`).join('');
  const isReplaced = await replace(path, text, async () => {
    await stillHeld();
    return (await markOf(path)) === was;
  });
  if (!isReplaced) return 0;
  const [first] = lines;
  return last.seq - (first !== undefined && 'follows' in first.line ? first.seq : 0);
}

async function readAll(path: string, key: Uint8Array): Promise<ChainedLine[]> {
  const lines: ChainedLine[] = [];
  let end: ChainEnd | undefined;
  for await (const line of linesOf(path)) {
    checkChain(key, [line], end);
    end = endOf(line);
    lines.push(line);
  }
  return lines;
}

/** How many lines at the start are too old. Keeps the newest `covers` line. */
function outdated(lines: readonly ChainedLine[], before: Date): number {
  const isNewer = ({ line }: ChainedLine) => 'at' in line && new Date(line.at ?? 0) >= before;
  const firstNewer = lines.findIndex(isNewer);
  const lastCover = lines.findLastIndex(({ line }) => 'covers' in line);
  const older = firstNewer < 0 ? lines.length : firstNewer;
  return lines.slice(0, Math.min(older, Math.max(0, lastCover))).findLastIndex(isDated) + 1;
}

const isDated = ({ line }: ChainedLine) => 'at' in line && line.at !== undefined;

/** Changes when a process appends to the file or replaces it. */
async function markOf(path: string): Promise<string> {
  const { ino, size } = await stat(path).catch((error) => orNothing(error) ?? { ino: 0, size: 0 });
  return `${ino}:${size}`;
}

/** Replaces the file atomically. @returns false when the file must not be replaced */
async function replace(path: string, content: string, isAsRead: () => Promise<boolean>): Promise<boolean> {
  const next = await open(`${path}.next`, 'w', 0o600);
  try {
    await next.writeFile(content);
    await next.sync();
  } finally {
    await next.close();
  }
  if (!(await isAsRead())) return false;
  await rename(`${path}.next`, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
  return true;
}

/** Read size: many lines of about 300 bytes. */
const CHUNK_BYTES = 16 * 1024;
const NEWLINE = 0x0a;

/** The lines from last to first; skips a truncated last line. */
async function* linesFromEnd(file: FileHandle): AsyncGenerator<ChainedLine> {
  let { size: start } = await file.stat();
  let held = Buffer.alloc(0);
  while (start > 0) {
    const length = Math.min(CHUNK_BYTES, start);
    start -= length;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
    held = Buffer.concat([buffer, held]);
    for (let at = held.lastIndexOf(NEWLINE); at >= 0; at = held.lastIndexOf(NEWLINE)) {
      const line = parseLine(held.toString('utf8', at + 1));
      held = held.subarray(0, at);
      if (line !== undefined) yield line;
    }
  }
  const first = parseLine(held.toString('utf8'));
  if (first !== undefined) yield first;
}

async function taken(lines: AsyncGenerator<ChainedLine>, count: number): Promise<ChainedLine[]> {
  const some: ChainedLine[] = [];
  for await (const line of lines) if (some.push(line) === count) break;
  return some;
}

async function fromEnd(path: string, isIt: (line: ChainedLine) => boolean): Promise<ChainedLine | undefined> {
  const file = await open(path, 'r').catch(orNothing);
  if (file === undefined) return undefined;
  try {
    for await (const line of linesFromEnd(file)) if (isIt(line)) return line;
    return undefined;
  } finally {
    await file.close();
  }
}

async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

async function* linesOf(path: string): AsyncGenerator<ChainedLine> {
  const file = await open(path, 'r').catch(orNothing);
  if (file === undefined) return;
  let rest = '';
  for await (const chunk of file.createReadStream({ encoding: 'utf8' })) {
    const texts = `${rest}${chunk}`.split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const line = parseLine(text);
      if (line !== undefined) yield line;
    }
  }
  const last = parseLine(rest);
  if (last !== undefined) yield last;
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
