import { listedMeanwhile } from '../errors.ts';
import { allLines, type LineStore } from '../outside/line-store.ts';
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
   * Resolves when the lines are durable.
   * @throws AppError REVOCATIONS_DAMAGED when the last line has a wrong MAC; UNAVAILABLE when another process listed
   * revocations before a statement of coverage
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
export function revocationFile(store: LineStore, key: Uint8Array): RevocationFile {
  return {
    append: (contents) => append(store, key, contents),
    async position() {
      const [last] = await taken(newestFirst(store.newestFirst()), 1);
      return last === undefined ? NO_LINE : endOf(last);
    },
    async coverage() {
      for await (const { line } of newestFirst(store.newestFirst())) if ('covers' in line) return line;
      return undefined;
    },
    async uncovered() {
      const lines: ChainedLine[] = [];
      for await (const line of newestFirst(store.newestFirst())) {
        if ('covers' in line.line) break;
        lines.push(line);
      }
      return lines.reverse();
    },
    async read() {
      return checked(await allLines(store), key).lines;
    },
    async oldest() {
      for await (const text of store.oldestFirst()) {
        const line = parseLine(text)?.line;
        if (line !== undefined && 'at' in line && line.at !== undefined) return new Date(line.at);
      }
      return undefined;
    },
    trim: (before, stillHeld) => trim(store, key, before, stillHeld),
  };
}

async function append(store: LineStore, key: Uint8Array, contents: readonly LineContent[]): Promise<void> {
  let isAgain = false;
  await store.append(async (newest) => {
    // Another process has listed revocations meanwhile, of which this caller does not know whether the trail has them.
    if (isAgain && contents.some((content) => 'covers' in content)) throw listedMeanwhile();
    isAgain = true;
    const [last, former] = await taken(newestFirst(newest), 2);
    if (last !== undefined) checkChain(key, [last], former && endOf(former));
    let end: ChainEnd = last === undefined ? NO_LINE : endOf(last);
    return contents.map((content) => {
      const line = chain(key, end, content);
      end = line;
      return JSON.stringify(line);
    });
  });
}

async function trim(
  store: LineStore,
  key: Uint8Array,
  before: Date,
  stillHeld: () => Promise<unknown>,
): Promise<number> {
  let removed = 0;
  const isReplaced = await store.replaceStart((texts) => {
    const { lines, places } = checked(texts, key);
    const count = outdated(lines, before);
    const last = lines[count - 1];
    const place = places[count - 1];
    if (last === undefined || place === undefined || 'follows' in last.line) return undefined;
    const [first] = lines;
    removed = last.seq - (first !== undefined && 'follows' in first.line ? first.seq : 0);
    return { count: place + 1, by: JSON.stringify(headAfter(key, endOf(last))) };
  }, stillHeld);
  return isReplaced ? removed : 0;
}

/**
 * The lines with their places among all texts. Lines that stand before a head line which replaces them are left out: a
 * trim in object storage was interrupted.
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED
 */
function checked(texts: readonly string[], key: Uint8Array) {
  const parsed = texts.flatMap((text, place) => {
    const line = parseLine(text);
    return line === undefined ? [] : [{ line, place }];
  });
  const head = parsed.findLastIndex(({ line }) => 'follows' in line.line);
  const isReplaced = (parsed[head - 1]?.line.seq ?? 0) <= (parsed[head]?.line.seq ?? 0);
  const held = isReplaced ? parsed.slice(Math.max(0, head)) : parsed;
  const lines = held.map(({ line }) => line);
  checkChain(key, lines);
  return { lines, places: held.map(({ place }) => place) };
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

/** Skips a line that a crash truncated. */
async function* newestFirst(texts: AsyncIterable<string>): AsyncGenerator<ChainedLine> {
  for await (const text of texts) {
    const line = parseLine(text);
    if (line !== undefined) yield line;
  }
}

async function taken(lines: AsyncIterable<ChainedLine>, count: number): Promise<ChainedLine[]> {
  const some: ChainedLine[] = [];
  for await (const line of lines) if (some.push(line) === count) break;
  return some;
}
