import { createReadStream } from 'node:fs';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { LinkableFields } from '@pii-vault/vault/encoding/record-encoder';
import { parse } from 'csv-parse';
import type { ColumnType } from './options.ts';

export interface RowSource {
  readonly files: readonly string[];
  readonly columns: ReadonlyArray<readonly [column: string, type: ColumnType]>;
  /** Without these columns rows have no id and no truth. */
  readonly idColumn?: string;
  readonly truthColumn?: string;
}

export interface EvaluatedRow {
  readonly id: string;
  /** Rows of one person have the same text. */
  readonly truth: string;
  readonly fields: LinkableFields;
}

type FieldName = keyof LinkableFields;

const fieldOf = (type: ColumnType): FieldName =>
  type === 'first_name' || type === 'last_name' ? 'name' : type;

/** All rows of all files, with values normalised as an import does. @throws Error as streamRows */
export async function readRows(options: RowSource): Promise<EvaluatedRow[]> {
  const rows: EvaluatedRow[] = [];
  for (const file of options.files) for await (const row of streamRows(file, options)) rows.push(row);
  return rows;
}

/** Streams the rows of a file. @throws Error with the file's name if a column is missing or a row unreadable */
export async function* streamRows(file: string, source: RowSource): AsyncGenerator<EvaluatedRow> {
  const now = new Date();
  const parser = createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(parse({ columns: true, trim: true, bom: true }));
  try {
    for await (const record of parser) yield rowOf(record, source, now);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`, {
      cause: error,
    });
  }
}

export function rowOf(
  record: Readonly<Record<string, string>>,
  { idColumn, truthColumn, columns }: RowSource,
  now: Date,
): EvaluatedRow {
  const joined = new Map<FieldName, string>();
  for (const [column, type] of columns) {
    const text = cell(record, column);
    const field = fieldOf(type);
    if (text !== '') joined.set(field, joined.has(field) ? `${joined.get(field)} ${text}` : text);
  }
  const fields: Partial<Record<FieldName, string>> = {};
  for (const [field, text] of joined) {
    const canonical = canonicalise(field, text, { now });
    const value = canonical.ok ? canonical.value : field === 'dob' ? registerDate(text) : undefined;
    if (value !== undefined) fields[field] = value;
  }
  const named = (column: string | undefined) => (column === undefined ? '' : cell(record, column));
  return { id: named(idColumn), truth: named(truthColumn), fields };
}

function cell(record: Readonly<Record<string, string>>, column: string): string {
  const text = record[column];
  if (text === undefined) throw new Error(`There is no column "${column}"`);
  return text;
}

const DAY = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ].*)?$/;
const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const YEAR = /^(?:c\.? ?|about )?(?<year>1\d{3}|20\d{2})(?:\.0)?$/;

/**
 * Parses birth dates of registers that an import refuses: before 1880, a year alone, other separators.
 * @returns yyyy-mm-dd, with the first of January for a year alone, which the encoders treat as a year; undefined if the
 * text is no date of the calendar
 */
function registerDate(text: string): string | undefined {
  const {
    year,
    month = '1',
    day = '1',
  } = (DAY.exec(text) ?? DAY_FIRST.exec(text) ?? YEAR.exec(text))?.groups ?? {};
  if (year === undefined) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
