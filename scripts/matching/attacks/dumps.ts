import { createHmac } from 'node:crypto';
import { memberCipher, uuidsOf } from '@pii-vault/lineage/matching/bucket-members';
import { blocksOfRows } from '@pii-vault/lineage/matching/bucket-rows';
import { type EncodedRows, HANDLE_TYPES, KEY_SLOTS, keyAt } from '@pii-vault/vault/encoding/encoded-rows';
import type { GeneratedPerson } from '../evaluate/generated-people.ts';
import { tokenTexts } from './attacked-people.ts';
import type { BucketRow } from './frequency-attack.ts';

/** A token table, with the true text of each token, which the attack does not get. */
export interface Dump {
  readonly rows: readonly BucketRow[];
  /** Person and text of each row, in the order of the rows. */
  readonly truths: ReadonlyArray<{ readonly person: number; readonly text: string }>;
}

/** A token with its person and text. */
export interface Token {
  readonly person: number;
  readonly slot: number;
  readonly kind: string;
  readonly text: string;
  readonly token: Buffer;
}

/** What a stolen database of lineage contains: match_tokens by column, in the order of the token. */
export function stolenDump(tokens: readonly Token[], storeKey: Buffer): Dump {
  // Compares two 32-bit halves: comparing bigints costs ten times as much.
  const found = tokens
    .map((one) => ({ one, high: one.token.readInt32LE(4), low: one.token.readUInt32LE(0) }))
    .sort((a, b) => a.high - b.high || a.low - b.low)
    .map(({ one: { token, ...rest } }) => ({ ...rest, token: token.readBigInt64LE(0) }));
  const members = uuidsOf(
    memberCipher(storeKey).seal(
      blocksOfRows(found.map(({ token, person }) => ({ token, recordId: person + 1 }))),
    ),
  );
  return {
    rows: found.map(({ token }, at) => ({ token: String(token), member: members[at] ?? '' })),
    truths: found.map(({ person, kind, text }) => ({ person, text: `${kind}|${text}` })),
  };
}

/** What an attacker with the store key or the memory of the process sees: every key with its slot. */
export function openedDump(tokens: readonly Token[]): Dump {
  return {
    rows: tokens.map(({ token, person, slot }) => {
      const kind = KEY_SLOTS[slot] ?? '';
      const word = kind.startsWith('word_') ? { word: slot - KEY_SLOTS.indexOf(kind) } : {};
      return { token: token.toString('hex'), member: String(person), kind, ...word };
    }),
    truths: tokens.map(({ person, text }) => ({ person, text })),
  };
}

/**
 * Rows whose tokens contain a word of the name, with the position of the word if slots reveal it. A dump without words
 * keeps all rows.
 */
export function wordRows({ rows, truths }: Dump): Dump {
  const isTold = rows.some(({ word }) => word !== undefined);
  const kept = [...rows.keys()].filter((at) => !isTold || rows[at]?.word !== undefined);
  return {
    rows: kept.map((at) => {
      const { token = '', member = '', word } = rows[at] ?? {};
      return { token, member: isTold ? `${member}/${word}` : member };
    }),
    truths: kept.map((at) => ({
      person: truths[at]?.person ?? -1,
      text: truths[at]?.text.split('|').at(-1) ?? '',
    })),
  };
}

/** The control: a token for each single fact, with the id of the record. */
export function unhardenedDump(people: readonly GeneratedPerson[], key: string): Dump {
  const rows: BucketRow[] = [];
  const truths: Array<Dump['truths'][number]> = [];
  for (const [person, who] of people.entries())
    for (const [kind, text] of singleFacts(who)) {
      const token = createHmac('sha256', key).update(`${kind}|${text}`).digest('hex');
      rows.push({ kind, token, member: String(person) });
      truths.push({ person, text });
    }
  return { rows, truths };
}

/**
 * The control of the joint attack: tokens of a name word and one other fact, an obvious choice, with the record id and
 * the position of the word. Facts have few values, so that tokens of a word occur in the same record.
 */
export function pairedFactsDump(
  people: readonly GeneratedPerson[],
  wordsOf: (person: GeneratedPerson) => readonly string[],
  key: string,
): Dump {
  const rows: BucketRow[] = [];
  const truths: Array<Dump['truths'][number]> = [];
  for (const [person, who] of people.entries())
    for (const [word, text] of wordsOf(who).entries())
      for (const fact of [`decade ${who.dob.slice(0, 3)}`, `region ${who.home.pin.slice(0, 2)}`]) {
        const token = createHmac('sha256', key).update(`${text}|${fact}`).digest('hex');
        rows.push({ token, member: `${person}/${word}`, word });
        truths.push({ person, text });
      }
  return { rows, truths };
}

export const singleFacts = (person: GeneratedPerson): Array<readonly [kind: string, text: string]> => [
  ['given', person.first],
  ['surname', person.last],
  ['pin', person.home.pin],
];

/** All tokens of the people, person by person. @throws Error if a text has no token */
export function tokensOf(people: readonly GeneratedPerson[], encoded: EncodedRows): Token[] {
  return people.flatMap((who, person) =>
    tokenTexts(who).map(({ slot, kind, text }) => {
      const token = keyAt(encoded, person, HANDLE_TYPES.length + slot);
      if (token === undefined) throw new Error('The encoder gave no token for a text');
      return { person, slot: HANDLE_TYPES.length + slot, kind, text, token };
    }),
  );
}
