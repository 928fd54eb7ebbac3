import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { FIELD_TYPES, type FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  marksRefusal,
  type RowConsent,
  saysRefusal,
  saysRefusalInName,
  strongest,
} from '@pii-vault/platform/values/import-columns/consent-cells';
import { hasNoId, type PersonInput } from '../people/records/person.ts';
import { identifiersOf } from '../people/records/same-person.ts';
import { type ValidatedPerson, validatePerson } from '../people/records/validate-person.ts';
import type { OnInvalid } from './import.ts';
import type { RowError, RowPlace } from './import-error-store.ts';
import { isOfSeveral, noPerson } from './no-person.ts';
import type { FilePosition } from './record-framer.ts';
import { type Row, rowProblem } from './row.ts';
import { type Batch, slices } from './row-batches.ts';
import type { RawPerson, RowMapper } from './row-mapper.ts';

/** A row that is a person, and its position in the file. */
export interface PersonRow {
  readonly place: RowPlace;
  readonly person: PersonInput;
  readonly columnOf: RawPerson['columnOf'];
}

export interface RowRules {
  readonly mapRow: RowMapper;
  readonly dateOrder: DateOrder;
  readonly onInvalid: OnInvalid;
  /** Of the consent of the import. */
  readonly purposes: readonly string[];
  /** The column of a row whose value has further rows of the file inside (row-signs.ts). */
  readonly swallowing: (cells: ReadonlyMap<string, string>) => string | undefined;
}

export interface JudgedRows {
  readonly rows: readonly Row[];
  /** Number of rows[0], 1 = the first of the file. */
  readonly firstRow: number;
  /** Position behind them in the file. */
  readonly end: FilePosition | undefined;
  readonly people: readonly PersonRow[];
  readonly rejected: number;
  /** Errors of rejected rows, and of accepted ones without a field; in file order. */
  readonly errors: readonly RowError[];
}

/** Splits rows into people and errors. */
export function judgeRows(rules: RowRules, rows: readonly Row[], firstRow: number, now: Date): JudgedRows {
  const people: PersonRow[] = [];
  const errors: RowError[] = [];
  for (const [i, one] of rows.entries()) {
    const place: RowPlace = { row: firstRow + i, line: one.start.line, sheetRow: one.start.sheetRow };
    if ('problem' in one) {
      errors.push({ ...place, ...one.problem });
      continue;
    }
    const swallowing = rules.swallowing(one.cells);
    if (swallowing !== undefined) {
      errors.push({ ...place, ...rowProblem('ROW_SWALLOWED', swallowing) });
      continue;
    }
    const raw = rules.mapRow(one.cells);
    const problem = noPerson(one.cells, raw.fields, rules.dateOrder);
    if (problem !== undefined) {
      errors.push({ ...place, ...problem });
      continue;
    }
    if (Object.keys(raw.fields).length === 0 && !withdrawsById(raw)) {
      errors.push({ ...place, ...rowProblem('ROW_EMPTY') });
      continue;
    }
    if (raw.unclearConsent !== undefined) {
      errors.push({ ...place, ...rowProblem('CONSENT_UNCLEAR', raw.unclearConsent) });
      continue;
    }
    const refusing = refusingField(raw, rules.dateOrder);
    if (refusing !== undefined) {
      errors.push({ ...place, ...rowProblem('CONSENT_IN_VALUE', raw.columnOf(refusing)) });
      continue;
    }
    if (raw.fields.name !== undefined && isOfSeveral(raw.fields.name) && !withdraws(raw)) {
      errors.push({ ...place, ...rowProblem('NAME_OF_SEVERAL', raw.columnOf('name')) });
      continue;
    }
    const { person, problems } = judgePerson(rules, raw, now);
    for (const { path, reason, message } of problems)
      errors.push({ ...place, column: raw.columnOf(path), reason, message });
    if (person !== undefined) people.push({ place, person, columnOf: raw.columnOf });
  }
  return { rows, firstRow, end: rows.at(-1)?.end, people, rejected: rows.length - people.length, errors };
}

/** Such a row needs no value. */
const withdrawsById = (raw: RawPerson): boolean =>
  withdraws(raw) && (raw.externalId !== undefined || raw.individualId !== undefined);

const withdraws = ({ consent, purposes }: RawPerson): boolean =>
  consent === 'withdrawn' || [...purposes.values()].includes('withdrawn');

/**
 * A field whose value says that the person refused consent, such as DND for a phone, in a row that otherwise gives it.
 * A valid value such as the address dnd@mail.example says nothing.
 */
function refusingField(raw: RawPerson, dateOrder: DateOrder): FieldType | undefined {
  if (raw.consent !== 'given' || withdraws(raw)) return undefined;
  return FIELD_TYPES.find((type) => {
    const value = raw.fields[type];
    if (value === undefined) return false;
    if (type === 'name') return saysRefusalInName(value);
    if (type === 'address') return saysRefusal(value);
    return marksRefusal(value) && !canonicalise(type, value, { dateOrder }).ok;
  });
}

/** What the row's person refuses of the import's purposes. */
function refusalsOf(
  { consent, purposes }: RawPerson,
  all: readonly string[],
): Pick<PersonInput, 'consent' | 'refused' | 'withdrawn'> {
  const stated = all.map((purpose) => strongest([consent, purposes.get(purpose) ?? 'given']));
  const those = (one: RowConsent) => all.filter((_, n) => stated[n] === one);
  const withdrawn = those('withdrawn');
  if (withdrawn.length === all.length) return { consent: 'withdrawn' };
  const ending = withdrawn.length === 0 ? {} : { withdrawn };
  const refused = [...those('none'), ...withdrawn];
  if (refused.length === all.length)
    return { consent: withdrawn.length === 0 ? 'none' : 'withdrawn', ...ending };
  return refused.length === 0 ? {} : { refused, ...ending };
}

/** The row of a person who withdraws is not lost for a bad value. */
function judgePerson(
  { onInvalid, dateOrder, purposes }: RowRules,
  raw: RawPerson,
  now: Date,
): ValidatedPerson {
  const { fields, externalId, individualId } = raw;
  const handling = withdraws(raw) ? 'skip-field' : onInvalid;
  const context = { now, dateOrder, mayBeEmpty: withdrawsById(raw) };
  const validated = validatePerson(fields, externalId, handling, context);
  const judged =
    validated.person === undefined
      ? validated
      : { ...validated, person: { ...validated.person, ...refusalsOf(raw, purposes) } };
  if (individualId === undefined) return judged;
  if (!/^[1-9]\d{0,14}$/.test(individualId)) {
    const problem = {
      path: 'individualId',
      reason: 'INDIVIDUAL_ID_INVALID',
      message: 'The id of a person is a whole number',
    };
    return { problems: [...judged.problems, problem] };
  }
  const { person, problems } = judged;
  return person === undefined
    ? { problems }
    : { person: { ...person, individualId: Number(individualId) }, problems };
}

/** Rows per slice of the event loop, about 1 ms. */
const JUDGED_AT_ONCE = 25;

/** The same for many rows, yielding between slices. */
export async function judgeInSlices(
  rules: RowRules,
  { rows, end }: Batch<Row>,
  firstRow: number,
  now: Date,
): Promise<JudgedRows> {
  const parts: JudgedRows[] = [];
  let next = firstRow;
  for (const slice of slices(rows, JUDGED_AT_ONCE)) {
    await yieldToEventLoop();
    parts.push(judgeRows(rules, slice, next, now));
    next += slice.length;
  }
  return {
    rows,
    firstRow,
    end,
    people: parts.flatMap(({ people }) => people),
    rejected: parts.reduce((sum, { rejected }) => sum + rejected, 0),
    errors: parts.flatMap(({ errors }) => errors),
  };
}

/** Whether both may have a row about the same person, by the ids in the file, or by identifiers if a row has no id. */
export function isAboutSamePeople(one: JudgedRows, other: JudgedRows): boolean {
  const isByValues = [one, other].some(({ people }) => people.some(({ person }) => hasNoId(person)));
  const namesOf = (row: PersonRow) => [...idsOf(row), ...(isByValues ? identifiersOf(row.person) : [])];
  const ids = new Set(one.people.flatMap(namesOf));
  if (other.people.some((row) => namesOf(row).some((name) => ids.has(name)))) return true;
  // Only the database knows whether an individualId and an external id identify the same person.
  return [one, other].some(hasIds) && [one, other].some(hasExternalIds);
}

const hasIds = ({ people }: JudgedRows) => people.some(({ person }) => person.individualId !== undefined);
const hasExternalIds = ({ people }: JudgedRows) =>
  people.some(({ person }) => person.externalId !== undefined);

const idsOf = ({ person: { externalId, individualId } }: PersonRow): string[] => [
  ...(externalId === undefined ? [] : [`x${externalId}`]),
  ...(individualId === undefined ? [] : [`i${individualId}`]),
];
