import {
  BIRTH_DATE,
  bothHave,
  CODE_WORDS,
  type FeatureColumns,
  FIRST_ABBREVIATION,
  JOINED_NAME,
  NAME_FULL,
  WHOLE_NAME,
} from './feature-columns.ts';

/**
 * full: one name in any spelling or order. initials: equal as far as both are written in full. none: not known to
 * agree.
 */
export type NameAgreement = 'full' | 'initials' | 'none';

/**
 * Whether two names agree, decided by equality of keyed codes and not by similarity, because names of twins are
 * similar. One name may be an abbreviation of the other. Two abbreviations that may be of two names (R. Kumar of Ramesh
 * and of Rakesh) do not agree, unless they are equal. Symmetric.
 */
export function nameAgreement(columns: FeatureColumns, a: number, b: number): NameAgreement {
  const [one, other] = [a * CODE_WORDS, b * CODE_WORDS];
  const { codes } = columns;
  if (
    same(codes, one + WHOLE_NAME, other + WHOLE_NAME) ||
    same(codes, one + JOINED_NAME, other + JOINED_NAME)
  )
    return bothHave(columns, a, b, NAME_FULL) ? 'full' : 'initials';
  return abbreviates(codes, one, other) || abbreviates(codes, other, one) ? 'initials' : 'none';
}

function same(codes: Uint32Array, one: number, other: number): boolean {
  return codes[one] === codes[other] && codes[one] !== 0;
}

/**
 * Whether the whole name of a row is an abbreviation of that of the other. @param short offset of the codes of one row
 * @param long offset of those of the other
 */
function abbreviates(codes: Uint32Array, short: number, long: number): boolean {
  for (let at = FIRST_ABBREVIATION; at < BIRTH_DATE; at += 1)
    if (same(codes, short + WHOLE_NAME, long + at)) return true;
  return false;
}
