import { nameForms } from '@pii-vault/vault/encoding/name-forms';
import { nameParts } from '@pii-vault/vault/encoding/name-parts';
import { CODE_WORDS } from '@pii-vault/vault/encoding/record-codes';
import { describe, expect, it, vi } from 'vitest';
import type { GeneratedPerson } from '../evaluate/generated-people.ts';
import { attackedPeople, encodedPeople, nameOf } from './attacked-people.ts';
import { type BucketRow, frequencyAttack, type Population } from './frequency-attack.ts';

vi.setConfig({ testTimeout: 120_000 });

const { country, customers } = attackedPeople(20_000, 7);
const { codes } = await encodedPeople(customers, 'intra:1');

/** Forms of a person's name, with the positions of their codes: the full name, then its abbreviations. */
function formsOf(person: GeneratedPerson): Array<readonly [kind: string, place: number, text: string]> {
  const { whole, abbreviated } = nameForms(nameParts(nameOf(person)).written);
  return [
    ...(whole === undefined ? [] : [['whole', 0, whole] as const]),
    ...abbreviated.map((text, at) => ['abbreviation', 2 + at, text] as const),
  ];
}

/** The codes of each record, which the store key opens. */
const opened = customers.flatMap((person, row) =>
  formsOf(person).map(([kind, place, text]) => ({
    row: { kind, token: String(codes[row * CODE_WORDS + place]), member: String(row) } satisfies BucketRow,
    text,
    person: row,
  })),
);

function known(): Population {
  const population = new Map<string, Map<string, number>>();
  for (const person of country)
    for (const [kind, , text] of formsOf(person)) {
      const counts = population.get(kind) ?? new Map<string, number>();
      population.set(kind, counts.set(text, (counts.get(text) ?? 0) + 1));
    }
  return population;
}

describe('frequency attack on the codes of names, opened with the store key', () => {
  it('names fewer people than the tokens, which the same key opens', () => {
    const reading = frequencyAttack(
      opened.map(({ row }) => row),
      known(),
    );
    const shareOf = (kind: string) => {
      const read = opened.filter(({ row, text }) => row.kind === kind && reading.get(row.token) === text);
      return (100 * new Set(read.map(({ person }) => person)).size) / customers.length;
    };
    expect(shareOf('whole')).toBeLessThan(1);
    expect(shareOf('abbreviation')).toBeLessThan(10);
  });
});
