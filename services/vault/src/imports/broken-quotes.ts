import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { FilePosition } from './record-framer.ts';
import { type Row, type RowProblem, rowProblem } from './row.ts';
import { BATCH_BYTES, BATCH_ROWS, type Batch } from './row-batches.ts';
import { brokenLine, type RowSigns } from './row-signs.ts';

/** Consecutive rows with broken quotation marks after which reading ends: they are the examples of one fault. */
export const MAX_BROKEN_ROWS = 20;

/** Most lines that a record has before or behind one of its lines with a broken mark: those of an address. */
const MAX_FURTHER_LINES = 8;

/** Rows whose values are looked at per slice of the event loop, about 1 ms. */
const LOOKED_AT_ONCE = 25;

/** A batch, and where the quotation marks began to be broken if reading ends behind it. */
export interface WholeRuns extends Batch<Row> {
  readonly brokenFrom: FilePosition | undefined;
}

/**
 * Batches of rows of which none ends inside a run of broken rows, so that a reader may continue behind any of them, and
 * behind any row that is not rejected. A stray quotation mark breaks one row; one that is in every row breaks the rows
 * after it, and more than a few of them say nothing new: the batch that ends with MAX_BROKEN_ROWS is the last one.
 *
 * A record of several lines with a broken mark is read line by line, and its other lines are no people, also when they
 * have as many values as the header by chance. Where it began or ends is not known, so the rows next to the broken one
 * are rejected with it:
 * - behind a value that is opened and not closed, up to the first row about somebody: it may be the record's last line;
 * - before a value that is closed and was not opened, back to the line that completes the columns, or, where the value
 *   is the last one, to the first row about somebody: it may be the record's first line.
 *
 * These are at most MAX_FURTHER_LINES, and one that is about somebody. A line that is a record by itself has no others.
 */
export async function* inWholeRuns(
  batches: AsyncIterable<Batch<Row>>,
  signs: RowSigns,
  maxRows = BATCH_ROWS,
): AsyncGenerator<WholeRuns> {
  const reader = new RunReader(signs);
  let ready: Row[] = [];
  let readUpTo = 0;
  for await (const { rows, end } of batches) {
    for (const row of rows) {
      for (const decided of reader.read(row)) {
        if (isFull(ready, decided, maxRows)) {
          yield batchOf(ready);
          ready = [];
        }
        ready.push(...decided);
      }
      if (reader.looked >= LOOKED_AT_ONCE) {
        reader.looked = 0;
        await yieldToEventLoop();
      }
      readUpTo = row.end.offset;
      const broken = reader.brokenRun;
      if (broken === undefined) continue;
      if (ready.length > 0) yield batchOf(ready);
      yield { ...batchOf(broken), brokenFrom: broken.find(isBroken)?.start };
      return;
    }
    if (rows.length > 0 || end.offset === readUpTo) continue;
    // Blank lines follow, maybe very many: the turn must be able to end.
    yield { rows: [...ready, ...reader.end()], end, brokenFrom: undefined };
    ready = [];
  }
  const rest = reader.end();
  if (ready.length > 0 && isFull(ready, rest, maxRows)) {
    yield batchOf(ready);
    ready = [];
  }
  if (ready.length + rest.length > 0) yield batchOf([...ready, ...rest]);
}

function isFull(ready: readonly Row[], next: readonly Row[], maxRows: number): boolean {
  const [first] = ready;
  const last = next.at(-1);
  if (first === undefined || last === undefined) return false;
  return ready.length + next.length > maxRows || last.end.offset - first.start.offset > BATCH_BYTES;
}

const batchOf = (rows: readonly Row[]): WholeRuns => {
  const last = rows.at(-1);
  if (last === undefined) throw new RangeError('A batch without rows has no end');
  return { rows, end: last.end, brokenFrom: undefined };
};

type BrokenRow = Row & { readonly problem: RowProblem; readonly parts: readonly string[] };
const isBroken = (row: Row): row is BrokenRow => 'parts' in row;

/** Decides about rows in the order of the file. */
class RunReader {
  /** Rows whose values were looked at; linear in the rows. */
  looked = 0;
  readonly #signs: RowSigns;
  /** The last rows, none of them broken, that may turn out to be lines of a broken record. */
  #before: Row[] = [];
  /** A run of rejected rows: the last broken one, those before it, and those behind it so far. */
  #run: Row[] = [];
  /** The record of the run goes on behind it. */
  #isOpen = false;
  /** Rows behind the last broken one. */
  #further = 0;

  constructor(signs: RowSigns) {
    this.#signs = signs;
  }

  /** Rows that are decided now: each a row alone, or a whole run. */
  *read(row: Row): Generator<readonly Row[]> {
    if (isBroken(row)) {
      if (this.#run.length === 0) yield* this.#begin(row);
      this.#add(row);
      return;
    }
    if (this.#isOpen) {
      this.#run.push(rejected(row));
      this.#further++;
      this.#isOpen = this.#further < MAX_FURTHER_LINES && !this.#isRecord(row);
      if (!this.#isOpen) yield* this.#endRun();
      return;
    }
    yield* this.#endRun();
    this.#before.push(row);
    const oldest = this.#before.length > MAX_FURTHER_LINES + 1 ? this.#before.shift() : undefined;
    if (oldest !== undefined) yield [oldest];
  }

  /** The run, when it has so many broken rows that reading ends; it ends with a broken one. */
  get brokenRun(): readonly Row[] | undefined {
    const isEnd = this.#run.length >= MAX_BROKEN_ROWS && this.#further === 0;
    return isEnd ? this.#run : undefined;
  }

  /** The rows that are not decided yet; no further row of their records follows. */
  end(): readonly Row[] {
    const rows = [...this.#run, ...this.#before];
    this.#run = [];
    this.#before = [];
    this.#isOpen = false;
    return rows;
  }

  *#endRun(): Generator<readonly Row[]> {
    if (this.#run.length > 0) yield this.#run;
    this.#run = [];
  }

  *#begin(row: BrokenRow): Generator<readonly Row[]> {
    const free = this.#before.length - this.#linesBefore(row);
    for (const sound of this.#before.slice(0, free)) yield [sound];
    this.#run = this.#before.slice(free).map(rejected);
    this.#before = [];
  }

  #add(row: BrokenRow): void {
    this.looked++;
    const { opens, closes, isAlone } = brokenLine(row.parts, this.#signs);
    this.#run.push(row);
    this.#further = 0;
    this.#isOpen = opens || (this.#isOpen && !closes && !isAlone);
  }

  /** Number of rows directly before a broken one that are lines of its record. */
  #linesBefore({ parts }: BrokenRow): number {
    const { closes, closesLast } = brokenLine(parts, this.#signs);
    if (!closes) return 0;
    const wanted = this.#signs.columns.length - 1;
    let separators = parts.length - 1;
    let lines = 0;
    for (const row of this.#before.toReversed()) {
      if (this.#isRecord(row)) return closesLast ? lines + 1 : lines;
      if (!closesLast && separators >= wanted) return lines;
      lines++;
      separators += wanted - missingOf(row);
    }
    return lines;
  }

  #isRecord(row: Row): boolean {
    if (!('cells' in row)) return false;
    this.looked++;
    return this.#signs.isByCount ? missingOf(row) === 0 : this.#signs.isAboutSomebody(row.cells);
  }
}

const missingOf = (row: Row): number => ('cells' in row ? (row.missing ?? 0) : 0);

const rejected = (row: Row): Row =>
  'cells' in row ? { start: row.start, end: row.end, problem: rowProblem('ROW_BETWEEN_QUOTES') } : row;
