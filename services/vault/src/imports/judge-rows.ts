import type { PersonInput } from '../records/person.ts';
import { validatePerson } from '../records/validate-person.ts';
import type { OnInvalid } from './import.ts';
import type { RowError } from './import-error-store.ts';
import { type Row, rowProblem } from './row.ts';
import type { RawPerson, RowMapper } from './row-mapper.ts';

/** A row that is a person, and where the file says what of it. */
export interface PersonRow {
  readonly row: number;
  readonly person: PersonInput;
  readonly columnOf: RawPerson['columnOf'];
}

export interface JudgedRows {
  readonly people: readonly PersonRow[];
  readonly rejected: number;
  /** Of rejected rows, and of accepted ones with a field left out; in file order. */
  readonly errors: readonly RowError[];
}

/** Sorts rows into people and errors; `firstRow` is the number of rows[0], 1 = the first of the file. */
export function judgeRows(
  rows: readonly Row[],
  firstRow: number,
  mapRow: RowMapper,
  onInvalid: OnInvalid,
  now: Date,
): JudgedRows {
  const people: PersonRow[] = [];
  const errors: RowError[] = [];
  for (const [i, one] of rows.entries()) {
    const row = firstRow + i;
    if ('problem' in one) {
      errors.push({ row, ...one.problem });
      continue;
    }
    const { fields, externalId, columnOf } = mapRow(one.cells);
    if (Object.keys(fields).length === 0) {
      errors.push({ row, ...rowProblem('ROW_EMPTY') });
      continue;
    }
    const { person, problems } = validatePerson(fields, externalId, onInvalid, now);
    for (const { path, reason, message } of problems)
      errors.push({ row, column: columnOf(path), reason, message });
    if (person !== undefined) people.push({ row, person, columnOf });
  }
  return { people, rejected: rows.length - people.length, errors };
}
