import type { StoredType } from './field-type.ts';

/** The mask of types of which nothing is shown. */
export const FULL_MASK = 'XXXX-MASKED';

/** What covers the value, and how many of its last characters are shown. */
const tails = {
  aadhaar: ['XXXX-XXXX-', 4],
  pan: ['XXXXX', 4],
  phone: ['XXXXX', 5],
  bank_account: ['XXXXXXX', 4],
} as const satisfies Partial<Record<StoredType, readonly [cover: string, shown: number]>>;

export function maskTail(type: keyof typeof tails, canonical: string): string {
  const [covered, shown] = tails[type];
  return covered + canonical.slice(-shown);
}

/** The first two characters of the user and the whole host. */
export function maskMailbox(user: string, host: string): string {
  return `${[...user].slice(0, 2).join('').padEnd(2, '*')}***@${host}`;
}

const fullMask = /x{4}[- ]?masked/i;
// Four covers or more, parted or not, behind a country code or not, and at most five characters that are shown.
const coveredTail = /^(\+?\d{1,3}[ -]?)?[x*•●#](?:[ -]?[x*•●#]){3,}[ -]?[\p{L}\p{N}]{0,5}$/iu;
const cover = /[x*•●#]/i;
const coveredMailbox = /^[^@*]{0,3}\*{2,}[^@*]{0,3}@/;

/**
 * Whether a text is a mask: what the functions above make, for whatever value, and the same with other cover signs,
 * blanks and letter case. Masks of several columns that an import joined are masks, too.
 * @param text folded (clean-text.ts)
 */
export function isMask(text: string): boolean {
  if (!cover.test(text)) return false;
  return fullMask.test(text) || coveredTail.test(text) || coveredMailbox.test(text);
}
