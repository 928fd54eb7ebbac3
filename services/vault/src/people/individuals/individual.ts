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

/** What a search text is compared with: ids as text, and master keys without dashes. */
export interface SearchTerms {
  readonly digits: string | undefined;
  /** 1 to 32 hexadecimal digits. */
  readonly hex: string | undefined;
}

/** Larger ids will not occur, and the limit keeps numbers exact. */
const MAX_ID_DIGITS = 15;
/** Hexadecimal digits of a whole master key. */
export const KEY_DIGITS = 32;

/** Ids and master keys contain the text, in any case, without IND_; dashes are ignored. */
export function searchTerms(text: string): SearchTerms {
  const wanted = text.trim().toLowerCase().replace(/^ind_/, '');
  const hex = wanted.replaceAll('-', '');
  return {
    digits: /^\d+$/.test(wanted) && wanted.length <= MAX_ID_DIGITS ? wanted : undefined,
    hex: hex.length <= KEY_DIGITS && /^[0-9a-f]+$/.test(hex) ? hex : undefined,
  };
}

/** The first and the last master key that start with these hexadecimal digits. */
export const keysStartingWith = (hex: string): readonly [string, string] => [
  uuidOf(hex.padEnd(KEY_DIGITS, '0')),
  uuidOf(hex.padEnd(KEY_DIGITS, 'f')),
];

/** The master key that follows in order; undefined after the last one. */
export function keyAfter(masterKey: string): string | undefined {
  const next = (BigInt(`0x${masterKey.replaceAll('-', '')}`) + 1n).toString(16).padStart(KEY_DIGITS, '0');
  return next.length > KEY_DIGITS ? undefined : uuidOf(next);
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
