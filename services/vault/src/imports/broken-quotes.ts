import type { FilePosition } from './record-framer.ts';
import type { Row, RowProblem } from './row.ts';
import type { Batch } from './row-batches.ts';

/** Consecutive rows with broken quotation marks after which reading ends: they are the examples of one fault. */
export const MAX_BROKEN_ROWS = 20;

/** Most lines that a record has behind its first one: those of an address. */
const MAX_FURTHER_LINES = 8;

/** A batch, and where the quotation marks began to be broken if reading ends behind it. */
export interface WholeRuns extends Batch<Row> {
  readonly brokenFrom: FilePosition | undefined;
}

/**
 * Batches of which none ends inside a run of broken rows, so that a reader may continue behind any of them. A stray
 * quotation mark breaks one row; one that is never closed, or is in every row, breaks the rows after it, and more than
 * a few of them say nothing new: the batch that ends with MAX_BROKEN_ROWS of them is the last one.
 *
 * A record of several lines with a stray quotation mark is read line by line, and its further lines are no people. Most
 * have fewer values than columns: such a row is rejected like the broken row before it if it follows that row directly,
 * or if another broken row, which closes the record, comes soon. No row closes a mark that is open to the end of the
 * file: the few such rows up to the next whole one are rejected.
 */
export async function* inWholeRuns(batches: AsyncIterable<Batch<Row>>): AsyncGenerator<WholeRuns> {
  let run: Row[] = [];
  for await (const { rows, end } of batches) {
    if (rows.length === 0) {
      if (run.at(-1)?.end.offset === end.offset) continue;
      // Blank lines follow, maybe very many: the turn must be able to end.
      yield { rows: endedRun(run), end, brokenFrom: undefined };
      run = [];
      continue;
    }
    const isCarried = run.length > 0;
    const read: Row[] = [];
    for (const row of rows) {
      if (mayContinue(run, row)) {
        run = isBroken(row) ? [...closedRun(run), row] : [...run, row];
        if (run.length < MAX_BROKEN_ROWS) continue;
        if (read.length > 0) yield batchOf(read);
        yield { ...batchOf(run), brokenFrom: run[0]?.start };
        return;
      }
      // A run that began in an earlier batch is a separate batch: together they may have too many rows.
      if (isCarried && read.length === 0) yield batchOf(endedRun(run));
      else read.push(...endedRun(run));
      run = [];
      read.push(row);
    }
    if (read.length > 0) yield batchOf(read);
  }
  if (run.length > 0) yield batchOf(endedRun(run));
}

const batchOf = (rows: readonly Row[]): WholeRuns => {
  const last = rows.at(-1);
  if (last === undefined) throw new RangeError('A batch without rows has no end');
  return { rows, end: last.end, brokenFrom: undefined };
};

const BROKEN: ReadonlySet<string> = new Set(['ROW_QUOTE_NOT_CLOSED', 'ROW_MALFORMED']);
const isBroken = (row: Row): row is Row & { readonly problem: RowProblem } =>
  'problem' in row && BROKEN.has(row.problem.reason);

/** Number of rows behind the last broken one. */
const furtherLines = (run: readonly Row[]): number => run.length - 1 - run.findLastIndex(isBroken);

/** Whether a row begins or continues a run: it is broken, or may be a further line of the broken record. */
function mayContinue(run: readonly Row[], row: Row): boolean {
  if (isBroken(row)) return true;
  const isFull = furtherLines(run) === MAX_FURTHER_LINES || run.length === MAX_BROKEN_ROWS - 1;
  return run.length > 0 && !isFull && mayBeFurtherLine(row);
}

const mayBeFurtherLine = (row: Row): boolean =>
  'problem' in row ? row.problem.reason === 'ROW_COLUMN_COUNT' : row.isShort === true;

/** The run with the rows behind its last broken one rejected, which are further lines of that record. */
const closedRun = (run: readonly Row[]): Row[] => rejectedBehind(run, MAX_BROKEN_ROWS);

/** The run when no broken row closes it. Many rows without their last values are rows, also behind an open mark. */
function endedRun(run: readonly Row[]): Row[] {
  const isOpen = run.findLast(isBroken)?.problem.reason === 'ROW_QUOTE_NOT_CLOSED';
  return rejectedBehind(run, isOpen && furtherLines(run) < MAX_FURTHER_LINES ? MAX_FURTHER_LINES : 1);
}

/** Rejects at most `count` rows behind the last broken one. */
function rejectedBehind(run: readonly Row[], count: number): Row[] {
  const at = run.findLastIndex(isBroken);
  const broken = run[at];
  if (broken === undefined || !isBroken(broken)) return [...run];
  const { problem } = broken;
  return run.map((row, i) =>
    i > at && i <= at + count && 'cells' in row ? { start: row.start, end: row.end, problem } : row,
  );
}
