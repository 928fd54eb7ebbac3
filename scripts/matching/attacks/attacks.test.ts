import { hash } from 'node:crypto';
import { FILTER_WORDS, filterAt } from '@pii-vault/vault/encoding/encoded-rows';
import { nameParts, phoneticWords } from '@pii-vault/vault/encoding/name-parts';
import { nameGrams } from '@pii-vault/vault/encoding/q-grams';
import { describe, expect, it, vi } from 'vitest';
import type { GeneratedPerson } from '../evaluate/generated-people.ts';
import { attackedPeople, encodedPeople, nameOf, tokenTexts } from './attacked-people.ts';
import { BARE_BITS, BARE_HASHES, bareFilters, bareGrams } from './bare-filters.ts';
import {
  type Dump,
  openedDump,
  pairedFactsDump,
  singleFacts,
  stolenDump,
  tokensOf,
  unhardenedDump,
  wordRows,
} from './dumps.ts';
import { filterAttack } from './filter-attack.ts';
import { frequencyAttack, jointAttack, type Population, type Reading } from './frequency-attack.ts';

/** The attacker knows the country; four fifths are customers. Results are percentages of the customers. */
const { country, customers } = attackedPeople(20_000, 7);
const encoded = await encodedPeople(customers, 'intra:1');
const tokens = tokensOf(customers, encoded);
const stolen = stolenDump(tokens, hash('sha256', 'store key', 'buffer'));
const opened = openedDump(tokens);
const control = unhardenedDump(customers, 'control');

// Attacks compute for seconds, longer while other tests run.
vi.setConfig({ testTimeout: 120_000 });

/** People with a correctly read row. */
const readRows = ({ rows, truths }: Dump, reading: Reading): Set<number> =>
  new Set(
    truths.flatMap(({ person, text }, at) => (reading.get(rows[at]?.token ?? '') === text ? [person] : [])),
  );
const share = (people: ReadonlySet<number>, of = customers): number => (100 * people.size) / of.length;

/** A person is re-identified if a correctly read row also has the record id. */
function reidentified(dump: Dump, reading: Reading): number {
  const records = new Set(customers.map((_, person) => String(person)));
  const told = [...dump.rows.keys()].filter((at) => records.has(dump.rows[at]?.member.split('/')[0] ?? ''));
  const kept = {
    rows: told.flatMap((at) => dump.rows[at] ?? []),
    truths: told.flatMap((at) => dump.truths[at] ?? []),
  };
  return share(readRows(kept, reading));
}

function countTexts(texts: (person: GeneratedPerson) => Iterable<readonly [string, string]>): Population {
  const population = new Map<string, Map<string, number>>();
  for (const person of country)
    for (const [kind, text] of texts(person)) {
      const counts = population.get(kind) ?? new Map<string, number>();
      population.set(kind, counts.set(text, (counts.get(text) ?? 0) + 1));
    }
  return population;
}
const knownTexts = countTexts((person) => tokenTexts(person).map(({ kind, text }) => [kind, text] as const));
const soundsOf = (person: GeneratedPerson): string[] => phoneticWords(nameParts(nameOf(person)));
const sounds = countTexts((person) => soundsOf(person).map((sound) => ['sound', sound] as const));
const knownSounds = sounds.get('sound') ?? new Map();

describe('frequency attack', () => {
  it('re-identifies more than 30 % if single facts have tokens', () => {
    expect(reidentified(control, frequencyAttack(control.rows, countTexts(singleFacts)))).toBeGreaterThan(30);
  });

  it('re-identifies fewer than 1 % with a dump of lineage, and reads few rows of unknown people', () => {
    expect(stolen.rows.length).toBeGreaterThan(10 * customers.length);
    const reading = frequencyAttack(stolen.rows, knownTexts);
    expect(reidentified(stolen, reading)).toBeLessThan(1);
    expect(share(readRows(stolen, reading))).toBeLessThan(5);
  });
});

describe('frequency attack on people without a house number, whose tokens are coarser', () => {
  it('re-identifies fewer than 1 %, and reads more rows of unknown people', async () => {
    const withoutHouse = (person: GeneratedPerson): GeneratedPerson => ({
      ...person,
      home: { ...person.home, house: '' },
    });
    const people = customers.map(withoutHouse);
    const tokens = tokensOf(people, await encodedPeople(people, 'intra:1'));
    const dump = stolenDump(tokens, hash('sha256', 'key', 'buffer'));
    const known = countTexts((person) =>
      tokenTexts(withoutHouse(person)).map(({ kind, text }) => [kind, text] as const),
    );
    const reading = frequencyAttack(dump.rows, known);
    expect(dump.truths.some(({ text }) => text.startsWith('word_near_year|'))).toBe(true);
    expect(reidentified(dump, reading)).toBeLessThan(1);
    expect(share(readRows(dump, reading))).toBeLessThan(10);
  });
});

describe('joint attack', () => {
  it('reconstructs more than 30 % of names if tokens pair a word with a decade or region and the record id', () => {
    const rows = pairedFactsDump(customers, soundsOf, 'control');
    expect(reidentified(rows, jointAttack(rows.rows, knownSounds))).toBeGreaterThan(30);
  });

  it('reconstructs more than 20 % of names with the store key, which gives the record of each token', () => {
    const rows = wordRows(opened);
    expect(reidentified(rows, jointAttack(rows.rows, knownSounds))).toBeGreaterThan(20);
  });

  it('re-identifies fewer than 1 % with a dump of lineage, which does not link rows of one record', () => {
    const rows = wordRows(stolen);
    expect(new Set(rows.rows.map(({ member }) => member)).size).toBe(rows.rows.length);
    const reading = jointAttack(rows.rows, knownSounds);
    expect(reidentified(rows, reading)).toBeLessThan(1);
    expect(share(readRows(rows, reading))).toBeLessThan(1);
  });
});

describe('dictionary attack on filters', () => {
  const some = customers.slice(0, 5_000);
  const names = countTexts((person) => [['name', nameOf(person)]]).get('name') ?? new Map();
  const shareNamed = (guesses: ReadonlyArray<string | undefined>): number =>
    share(new Set(guesses.flatMap((name, at) => (name === nameOf(some[at] ?? fail()) ? [at] : []))), some);

  it('names more than 30 % of people by bare filters', () => {
    const filters = bareFilters(some.map(nameOf));
    const making = { bits: BARE_BITS, hashes: BARE_HASHES, kept: 1 };
    expect(shareNamed(filterAttack(filters, names, bareGrams, making))).toBeGreaterThan(30);
  });

  it('names fewer than 1 % of people by filters of lineage, opened with the store key', () => {
    const filters = some.map((_, at) => wordsOf(filterAt(encoded, at, 'name') ?? fail()));
    const gramsOf = (name: string) => nameParts(name).words.flatMap(nameGrams);
    for (const kept of [1, 0.7]) {
      const guesses = filterAttack(filters, names, gramsOf, { bits: 32 * FILTER_WORDS, hashes: 10, kept });
      expect(shareNamed(guesses)).toBeLessThan(1);
    }
  });
});

describe('scopes', () => {
  it('share no tokens: a full reading of one scope reads nothing of another', async () => {
    const some = customers.slice(0, 4_000);
    const elsewhere = openedDump(tokensOf(some, await encodedPeople(some, 'intra:2')));
    const reading = new Map(opened.rows.map(({ token }, at) => [token, opened.truths[at]?.text ?? '']));
    expect(share(readRows(opened, reading))).toBe(100);
    expect(share(readRows(elsewhere, reading), some)).toBe(0);
  });
});

const wordsOf = (bytes: Buffer): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, FILTER_WORDS);

function fail(): never {
  throw new Error('The fixture lacks a person or a filter');
}
