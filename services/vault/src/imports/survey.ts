import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { dateOrdersOf } from '@pii-vault/platform/domain/field-types/date-text';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  type ColumnPlan,
  columnsOf,
  MAX_COLUMNS,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import {
  type ColumnAnswers,
  countAnswer,
  mayStateRefusal,
  noAnswers,
} from '@pii-vault/platform/values/import-columns/consent-cells';
import { type FilePlan, type Survey, undecidedColumns } from './file-plan.ts';
import { tooManyColumns } from './import-errors.ts';
import type { FilePosition, Frame } from './record-framer.ts';
import { frameBatches, parserOf, type StoredFile, slices } from './row-batches.ts';
import { ownKeysPlanner } from './row-mapper.ts';
import { leftOpen } from './sample-columns.ts';

export const surveyStart = ({ start }: FilePlan): Survey => ({
  position: start,
  rows: 0,
  dates: undefined,
  agrees: false,
  answers: [],
});

/** Records per slice of the event loop. */
const AT_ONCE = 50;

/**
 * Searches a file for what holds it, before its first row is written: keys of NDJSON objects without a target, columns
 * that would be left out and may say who refused consent, and dates of birth that contradict the order of day and
 * month. Calls `isOver` between batches.
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
  /** Columns of every row of a CSV without a target; those of an object depend on its keys. */
  readonly #undecided: readonly string[] | undefined;
  readonly #answers: Map<string, ColumnAnswers>;
  #survey: Survey;

  constructor(plan: FilePlan, before: Survey) {
    const isCsv = plan.mediaType === 'text/csv';
    this.#plan = plan;
    this.#parse = parserOf(plan);
    this.#planOf = isCsv ? () => plan.columns : ownKeysPlanner(plan.mapping);
    this.#undecided = isCsv ? undecidedColumns(plan) : undefined;
    this.#answers = new Map(before.answers);
    this.#survey = before;
  }

  get survey(): Survey {
    return { ...this.#survey, answers: [...this.#answers] };
  }

  look(frames: readonly Frame[]): void {
    const first = this.#survey.rows + 1;
    const isRead = this.#undecided === undefined || this.#undecided.length > 0;
    const read = [...frames.entries()].filter(
      ([, frame]) => frame.problem === undefined && (isRead || this.#isSuspect(frame)),
    );
    const parsed = this.#parse(read.map(([, frame]) => frame));
    for (const [n, [i, frame]] of read.entries()) {
      const row = parsed[n];
      if (row !== undefined && 'cells' in row) this.#read(row.cells, first + i, frame.start.line);
    }
    this.#survey = { ...this.#survey, rows: first - 1 + frames.length };
  }

  /** A later turn continues at `position`. */
  passed(position: FilePosition): void {
    this.#survey = { ...this.#survey, position };
  }

  #isSuspect({ bytes }: Frame): boolean {
    const { dateOrder, isDateOrderSettled } = this.#plan;
    if (isDateOrderSettled) return false;
    const text = bytes.toString('utf8');
    // Digits of other scripts count as dates, too.
    if (/(?!\d)\p{Nd}/u.test(text)) return true;
    return SUSPECT[dateOrder].test(text) || (!this.#survey.agrees && SUSPECT[opposite[dateOrder]].test(text));
  }

  #read(cells: ReadonlyMap<string, string>, row: number, line: number | undefined): void {
    const columns = this.#planOf(cells);
    for (const column of this.#undecided ?? unmappedColumns(columns)) {
      countAnswer(this.#answersOf(column), cells.get(column) ?? '');
    }
    if (this.#plan.isDateOrderSettled) return;
    const [column] = columnsOf(columns, 'dob');
    const order = column === undefined ? null : dateOrdersOf(cells.get(column) ?? '');
    if (order === this.#plan.dateOrder) this.#survey = { ...this.#survey, agrees: true };
    if (order === opposite[this.#plan.dateOrder]) this.#contradict(row, line);
  }

  #answersOf(column: string): ColumnAnswers {
    const known = this.#answers.get(column);
    if (known !== undefined) return known;
    if (this.#answers.size === MAX_COLUMNS) throw tooManyColumns(MAX_COLUMNS);
    const said = noAnswers();
    this.#answers.set(column, said);
    return said;
  }

  #contradict(row: number, line: number | undefined): void {
    const { dates } = this.#survey;
    const first = { order: this.#plan.dateOrder, rows: 0, firstRow: row, firstLine: line, isMixed: false };
    const known = dates ?? first;
    this.#survey = { ...this.#survey, dates: { ...known, rows: known.rows + 1 } };
  }
}

/** The plan with the findings of the whole file's survey. */
export function surveyedPlan(plan: FilePlan, { answers, dates, agrees }: Survey): FilePlan {
  const refusals = answers
    .filter(([column, said]) => mayStateRefusal(column, said))
    .map(([column, { cells, examples }]) => ({ column, examples, isBlank: cells === 0 }));
  const open =
    plan.unmapped === 'hold' ? answers.map(([column]) => column) : refusals.map(({ column }) => column);
  return {
    ...plan,
    columns: leftOpen(plan.columns, open),
    refusals,
    dates: dates && { ...dates, isMixed: agrees },
  };
}
