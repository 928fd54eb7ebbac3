import {
  BIRTH_DATE,
  CODE_WORDS,
  DATE_WHOLE,
  type FeatureColumns,
  HANDLE_FIELDS,
  KEY_KINDS,
  KEY_WORDS,
} from './feature-columns.ts';

/**
 * Dates of birth and other identifiers that too many records of a space share: a form's default, a year that clerks
 * enter, the number of an office. They carry no information and count as missing. No bucket may show how many records
 * share one date, so values are counted by cell: a few bits of their code, without the record.
 */
const CELLS = 4_096;

/**
 * By kind of value, in the order of their cells: a cell is common above one record in this many. Kind k has the cells
 * after k × CELLS.
 */
const ONE_IN = [50, 10, 20] as const;
const [WHOLE_DATE, ROUGH_DATE, OTHER_ID] = [0, 1, 2] as const;

/** Number of records that may share a value in any space: one person may have as many records. */
const ALWAYS_FEW = 12;

/** The cell that counts all records. */
export const EVERY_RECORD = 0;
const ALL_CELLS = ONE_IN.length * CELLS + 1;

const OTHER_ID_SLOT = HANDLE_FIELDS.indexOf('other_id');
/** Keys of a record that contain the whole date of birth. */
const DATE_SLOTS = KEY_KINDS.filter(({ name }) =>
  ['dob_initials', 'dob_street_prefix', 'dob_house'].includes(name),
).map(({ firstSlot }) => firstSlot);

/** The counted values of a record; 0 = missing. */
export interface CountedValues {
  /** Code of the date of birth. */
  readonly date: number;
  readonly isWhole: boolean;
  /** The first word of the handle. */
  readonly otherId: number;
}

/** The cells of a record's values; EVERY_RECORD for one that is missing. */
export function cellsOf({ date, isWhole, otherId }: CountedValues): readonly [date: number, otherId: number] {
  return [
    date === 0 ? EVERY_RECORD : cellOf(isWhole ? WHOLE_DATE : ROUGH_DATE, date),
    otherId === 0 ? EVERY_RECORD : cellOf(OTHER_ID, otherId),
  ];
}

const cellOf = (kind: number, code: number): number => kind * CELLS + 1 + (code % CELLS);

const valuesOf = ({ codes, hints, keys }: FeatureColumns, row: number): CountedValues => ({
  date: codes[row * CODE_WORDS + BIRTH_DATE] ?? 0,
  isWhole: ((hints[row] ?? 0) & DATE_WHOLE) !== 0,
  otherId: keys[row * KEY_WORDS + 2 * OTHER_ID_SLOT] ?? 0,
});

/** Keys that carry no information when a record has values of common cells, by slot. */
export function commonSlots(values: CountedValues, isIn: (cell: number) => boolean): readonly number[] {
  const [date, otherId] = cellsOf(values);
  return [
    ...(date !== EVERY_RECORD && isIn(date) && values.isWhole ? DATE_SLOTS : []),
    ...(otherId !== EVERY_RECORD && isIn(otherId) ? [OTHER_ID_SLOT] : []),
  ];
}

/** The cells that too many of these rows share, ascending: equals the SQL function common_cells. */
export function commonCells(columns: FeatureColumns): number[] {
  const counts = new Uint32Array(ALL_CELLS);
  for (let row = 0; row < columns.count; row += 1)
    for (const cell of cellsOf(valuesOf(columns, row))) counts[cell] = (counts[cell] ?? 0) + 1;
  const mostOf = ONE_IN.map((oneIn) => Math.max(ALWAYS_FEW, Math.floor(columns.count / oneIn)));
  return [...counts.keys()].filter(
    (cell) => cell !== EVERY_RECORD && (counts[cell] ?? 0) > (mostOf[Math.floor((cell - 1) / CELLS)] ?? 0),
  );
}

/** Clears the values of a row that are in common cells. */
export function clearCommon(columns: FeatureColumns, row: number, isIn: (cell: number) => boolean): void {
  const values = valuesOf(columns, row);
  for (const slot of commonSlots(values, isIn)) {
    const at = row * KEY_WORDS + 2 * slot;
    columns.keys.fill(0, at, at + 2);
  }
  const [date] = cellsOf(values);
  if (date !== EVERY_RECORD && isIn(date)) columns.weights[row * 3 + 2] = 0;
}

/** Call it before rows are joined, compared or trained on. @returns the cells */
export function clearCommonValues(columns: FeatureColumns): number[] {
  const cells = commonCells(columns);
  const known = new Set(cells);
  if (cells.length > 0)
    for (let row = 0; row < columns.count; row += 1) clearCommon(columns, row, (cell) => known.has(cell));
  return cells;
}
