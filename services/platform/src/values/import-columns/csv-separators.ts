import { trimmedEnd } from './header-name.ts';
import { meaningOf } from './known-headers.ts';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Records of a file's beginning by which its separator is recognised. */
export const SAMPLE_RECORDS = 6;

/**
 * The separator under which most headers are known, and then the one under which the records have as many cells as the
 * header. `readWith` reads the first SAMPLE_RECORDS records with a separator.
 */
export function likeliestSeparator(
  readWith: (separator: Separator) => readonly (readonly string[])[],
  isMapped: (column: string) => boolean = () => false,
): Separator {
  const scored = SEPARATORS.map((separator) => ({
    separator,
    score: scoreOf(readWith(separator), isMapped),
  }));
  return scored.reduce((one, other) => (isBetter(other.score, one.score) ? other : one)).separator;
}

function scoreOf(
  records: readonly (readonly string[])[],
  isMapped: (column: string) => boolean,
): readonly number[] {
  const [names = [], ...rows] = records.map(trimmedEnd);
  const known = names.filter((name) => meaningOf(name) !== undefined || isMapped(name.trim())).length;
  const alike = rows.filter((row) => row.length === names.length).length;
  // Behind a comma of prose there is a blank.
  const prose = names.filter((name) => /^ \S/.test(name)).length;
  return [known, names.length > 1 ? 1 : 0, alike, -prose, names.length];
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
