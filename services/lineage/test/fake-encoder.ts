import { createHash } from 'node:crypto';
import { BIRTH_DATE, BIRTH_MONTH, HANDLE_FIELDS, WHOLE_NAME } from '../src/scoring/feature-columns.ts';
import type { RecordByHand } from './records-by-hand.ts';

/** Plain values of a test person; identifiers by field type, dob as yyyy-mm-dd. */
export interface PlainFields {
  readonly identifiers: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly dob?: string;
  readonly address?: string;
}

/**
 * A fake of the vault's encoders: the same form, hashes under one key per scope and encoding version.
 * Much simpler: bigrams of words, tokens of a few kinds.
 */
export function fakeEncoding(key: string, { identifiers, name, dob, address }: PlainFields): RecordByHand {
  const hash = (text: string) => createHash('sha256').update(`${key}/${text}`).digest();
  const token = (kind: string, text: string) => ({ kind, token: hash(`${kind}|${text}`).subarray(0, 16) });
  const filterOf = (words: readonly string[]): Uint32Array => {
    const filter = new Uint8Array(64);
    for (const gram of words.flatMap(bigrams)) {
      const bytes = hash(gram);
      for (let at = 0; at < 20; at += 2) {
        const bit = bytes.readUInt16BE(at) % 512;
        filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
    return new Uint32Array(filter.buffer);
  };
  const names = wordsOf(name).sort();
  const places = wordsOf(address);
  const house = places.find((word) => /^\d/.test(word));
  const pin = places.find((word) => /^\d{6}$/.test(word));
  return {
    handles: HANDLE_FIELDS.map((field) => {
      const value = identifiers[field];
      return value === undefined ? undefined : hash(`${field}/${value}`).subarray(0, 16);
    }),
    tokens: [
      ...(dob === undefined ? [] : names.slice(0, 3).map((word) => token('word_year', `${word}|${dob}`))),
      ...(house === undefined || pin === undefined ? [] : [token('house_pin', `${house}|${pin}`)]),
    ],
    name: filterOf(names),
    address: filterOf(places),
    dob: filterOf(
      dob === undefined ? [] : [`y${dob.slice(0, 4)}`, `m${dob.slice(5, 7)}`, `d${dob.slice(8)}`],
    ),
    isNameFull: (name ?? '').split(' ').filter((word) => word.length > 2).length > 1,
    isDateWhole: dob !== undefined,
    codes: codesOf((text) => hash(text).readUInt32BE(0), names, dob),
  };
}

function codesOf(
  codeOf: (text: string) => number,
  names: readonly string[],
  dob: string | undefined,
): number[] {
  const codes = new Array<number>(BIRTH_MONTH + 1).fill(0);
  if (names.length > 1) codes[WHOLE_NAME] = codeOf(`name ${names.join(' ')}`);
  if (dob !== undefined) codes[BIRTH_DATE] = codeOf(`date ${dob}`);
  if (dob !== undefined) codes[BIRTH_MONTH] = codeOf(`month ${dob.slice(0, 7)}`);
  return codes;
}

const wordsOf = (text: string | undefined): string[] => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function bigrams(word: string): string[] {
  const padded = ` ${word} `;
  return Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2));
}
