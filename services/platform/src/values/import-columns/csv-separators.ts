import { MAX_COLUMNS } from './column-plan.ts';
import { trimmedEnd } from './header-name.ts';
import { headerIndex, MAX_TITLE_ROWS } from './header-place.ts';
import { meaningOf } from './known-headers.ts';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Rows behind the header by which the separator is recognised. */
const COMPARED_ROWS = 5;
/** Records of a file's beginning by which its separator and its header row are recognised. */
export const SAMPLE_RECORDS = MAX_TITLE_ROWS + 1 + COMPARED_ROWS;

export interface CsvLayout {
  readonly separator: Separator;
  /** Index of the header row among the first records; the rows before it are titles. */
  readonly header: number;
}

/**
 * The separator under which most headers are known, and then the one under which the records have as many cells as the
 * header. `readWith` reads the first SAMPLE_RECORDS records with a separator.
 */
export function likeliestLayout(
  readWith: (separator: Separator) => readonly (readonly string[])[],
  isMapped: (column: string) => boolean = () => false,
): CsvLayout {
  const scored = SEPARATORS.map((separator) => {
    const records = readWith(separator);
    const header = headerIndex(records, isMapped);
    return { separator, header, score: scoreOf(records.slice(header), isMapped) };
  });
  return scored.reduce((one, other) => (isBetter(other.score, one.score) ? other : one));
}

/** @param records from the header row on */
function scoreOf(
  records: readonly (readonly string[])[],
  isMapped: (column: string) => boolean,
): readonly number[] {
  const [names = [], ...rows] = records.slice(0, 1 + COMPARED_ROWS).map(trimmedEnd);
  // A row with more cells names no columns, and costs no more than one that does.
  const first = names.slice(0, MAX_COLUMNS);
  const known = first.filter((name) => meaningOf(name) !== undefined || isMapped(name.trim())).length;
  const alike = rows.filter((row) => row.length === names.length).length;
  // Behind a comma of prose there is a blank.
  const prose = first.filter((name) => /^ \S/.test(name)).length;
  return [known, names.length > 1 ? 1 : 0, alike, -prose, names.length];
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
