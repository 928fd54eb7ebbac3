import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { dateOrdersOf } from '@pii-vault/platform/domain/field-types/date-text';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  type ColumnPlan,
  columnsOf,
  MAX_COLUMNS,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import type { FilePlan, Survey } from './file-plan.ts';
import { tooManyColumns } from './import-errors.ts';
import type { FilePosition, Frame } from './record-framer.ts';
import { frameBatches, parserOf, type StoredFile, slices } from './row-batches.ts';
import { ownKeysPlanner } from './row-mapper.ts';

export const surveyStart = ({ start }: FilePlan): Survey => ({
  position: start,
  rows: 0,
  unmapped: [],
  dates: undefined,
  agrees: false,
});

/** Records per slice of the event loop. */
const AT_ONCE = 50;

/**
 * Searches a file for what holds it, before its first row is written: keys of NDJSON objects without a target, and
 * dates of birth that contradict the order of day and month. Calls `isOver` between batches.
 * @throws AppError IMPORT_HEADER when the objects have too many keys without a target
 */
export async function surveyFile(
  file: StoredFile,
  plan: FilePlan,
  before: Survey,
  isOver: () => boolean,
): Promise<{ readonly survey: Survey; readonly isWhole: boolean }> {
  const surveyor = new Surveyor(plan, before);
  for await (const { rows, end } of frameBatches(file, plan, before.position)) {
    for (const frames of slices(rows, AT_ONCE)) {
      await yieldToEventLoop();
      surveyor.look(frames);
    }
    surveyor.passed(end);
    if (isOver()) return { survey: surveyor.survey, isWhole: false };
  }
  return { survey: surveyor.survey, isWhole: true };
}

/** Records that may contain a date of birth of one order only; other rows need no parsing. */
const SUSPECT: Readonly<Record<DateOrder, RegExp>> = {
  dmy: /\d\D{1,6}(?:1[3-9]|[2-9]\d)\D{1,6}\d{4}/,
  mdy: /(?:1[3-9]|[2-9]\d)\D{1,6}\d{1,2}\D{1,6}\d{4}/,
};
const opposite = { dmy: 'mdy', mdy: 'dmy' } as const;

class Surveyor {
  readonly #plan: FilePlan;
  readonly #parse: ReturnType<typeof parserOf>;
  readonly #planOf: (cells: ReadonlyMap<string, string>) => ColumnPlan;
  readonly #readsKeys: boolean;
  readonly #unmapped: Set<string>;
  #survey: Survey;

  constructor(plan: FilePlan, before: Survey) {
    this.#plan = plan;
    this.#parse = parserOf(plan);
    this.#planOf = plan.mediaType === 'text/csv' ? () => plan.columns : ownKeysPlanner(plan.mapping);
    this.#readsKeys = plan.mediaType !== 'text/csv' && plan.unmapped === 'hold';
    this.#unmapped = new Set(before.unmapped);
    this.#survey = before;
  }

  get survey(): Survey {
    return { ...this.#survey, unmapped: [...this.#unmapped] };
  }

  look(frames: readonly Frame[]): void {
    const first = this.#survey.rows + 1;
    for (const [i, frame] of frames.entries()) {
      if (frame.problem === undefined && this.#isSuspect(frame)) this.#read(frame, first + i);
    }
    this.#survey = { ...this.#survey, rows: first - 1 + frames.length };
  }

  /** A later turn continues at `position`. */
  passed(position: FilePosition): void {
    this.#survey = { ...this.#survey, position };
  }

  #isSuspect({ bytes }: Frame): boolean {
    if (this.#readsKeys) return true;
    const { dateOrder, isDateOrderSettled } = this.#plan;
    if (isDateOrderSettled) return false;
    const text = bytes.toString('utf8');
    // Digits of other scripts count as dates, too.
    if (/(?!\d)\p{Nd}/u.test(text)) return true;
    return SUSPECT[dateOrder].test(text) || (!this.#survey.agrees && SUSPECT[opposite[dateOrder]].test(text));
  }

  #read(frame: Frame, row: number): void {
    const [parsed] = this.#parse([frame]);
    if (parsed === undefined || !('cells' in parsed)) return;
    const columns = this.#planOf(parsed.cells);
    if (this.#readsKeys) this.#note(unmappedColumns(columns));
    if (this.#plan.isDateOrderSettled) return;
    const [column] = columnsOf(columns, 'dob');
    const order = column === undefined ? null : dateOrdersOf(parsed.cells.get(column) ?? '');
    if (order === this.#plan.dateOrder) this.#survey = { ...this.#survey, agrees: true };
    if (order === opposite[this.#plan.dateOrder]) this.#contradict(row, frame.start.line);
  }

  #note(keys: readonly string[]): void {
    for (const key of keys) this.#unmapped.add(key);
    if (this.#unmapped.size > MAX_COLUMNS) throw tooManyColumns(MAX_COLUMNS);
  }

  #contradict(row: number, line: number | undefined): void {
    const { dates } = this.#survey;
    const first = { order: this.#plan.dateOrder, rows: 0, firstRow: row, firstLine: line, isMixed: false };
    const known = dates ?? first;
    this.#survey = { ...this.#survey, dates: { ...known, rows: known.rows + 1 } };
  }
}

/** The plan with the findings of the whole file's survey. */
export function surveyedPlan(plan: FilePlan, { unmapped, dates, agrees }: Survey): FilePlan {
  const columns = [...new Set([...plan.columns.columns, ...unmapped])];
  const isUnmapped = new Set(unmapped);
  const targets = Object.entries(plan.columns.targets).filter(([column]) => !isUnmapped.has(column));
  return {
    ...plan,
    columns: { columns, targets: Object.fromEntries(targets) },
    dates: dates && { ...dates, isMixed: agrees },
  };
}
