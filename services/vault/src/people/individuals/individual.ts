/** A person's list entry in one company. */
export interface Individual {
  readonly companyId: number;
  readonly id: number;
  readonly masterKey: string;
  readonly quality: number;
  readonly completeness: number;
  readonly recordVersion: number;
  readonly typeMask: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A company of the caller that holds a person, and its field types there. */
export interface Presence {
  readonly companyId: number;
  readonly id: number;
  readonly typeMask: number;
}

export type QualityBand = 'high' | 'medium' | 'low';

/** Inclusive bounds of the shown value (high >= 90, medium 70 to 89, low under 70). */
export const QUALITY_BANDS: Readonly<Record<QualityBand, readonly [number, number]>> = {
  high: [90, 100],
  medium: [70, 89],
  low: [0, 69],
};

export function isQualityBand(text: string): text is QualityBand {
  return Object.hasOwn(QUALITY_BANDS, text);
}

/** Matches of a search text: ids with these digits, and master keys that start with these hexadecimal digits. */
export interface SearchTerms {
  readonly digits: string | undefined;
  readonly masterKeys: readonly [string, string] | undefined;
}

/** Larger ids will not occur, and the limit keeps numbers exact. */
const MAX_ID_DIGITS = 15;

/**
 * Matches ids that contain the text, and master keys that start with it (any case, without IND_). No index serves the
 * middle of a master key: LIKE is not leakproof, so row-level security disables it.
 */
export function searchTerms(text: string): SearchTerms {
  const wanted = text.trim().toLowerCase().replace(/^ind_/, '');
  const hex = wanted.replaceAll('-', '');
  const isKeyPrefix = hex.length > 0 && hex.length <= 32 && /^[0-9a-f]+$/.test(hex);
  return {
    digits: /^\d+$/.test(wanted) && wanted.length <= MAX_ID_DIGITS ? wanted : undefined,
    masterKeys: isKeyPrefix ? [uuidOf(hex.padEnd(32, '0')), uuidOf(hex.padEnd(32, 'f'))] : undefined,
  };
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
