import { hash } from 'node:crypto';
import { generate } from '@pii-vault/all/demo-data/generate';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { nameParts, phoneticWords } from '@pii-vault/vault/encoding/name-parts';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { EvaluatedRow } from './read-rows.ts';

const TYPES = ['name', 'aadhaar', 'pan', 'phone', 'email', 'dob', 'address'] as const;

/** Indian-style people in households, with a held-out seed. */
function generatedRows(seed: number): EvaluatedRow[] {
  const companies = [{ code: 'A' }, { code: 'B' }, { code: 'C' }];
  const { files, truth } = generate({ seed, companies, rowsPerCompany: 4_000 });
  const now = new Date('2026-01-01T00:00:00Z');
  return files.flatMap(({ companyCode, rows }) =>
    rows.map((row) => ({
      id: row.customer_id,
      truth: String(truth.get(`${companyCode}/${row.customer_id}`)),
      fields: fieldsOf(row, now),
    })),
  );
}

const fieldsOf = (row: PersonRow, now: Date): EvaluatedRow['fields'] =>
  Object.fromEntries(
    TYPES.flatMap((type) => {
      const canonical = canonicalise(type, row[type], { now });
      return canonical.ok ? [[type, canonical.value]] : [];
    }),
  );

describe('households of generated people', async () => {
  const rows = generatedRows(20_261_121);
  const { figures, pairs } = await evaluate(rows, {
    key: hash('sha256', 'families', 'buffer'),
    seed: 1,
    randomPairs: 250_000,
    threshold: 0.5,
  });
  const fieldsAt = (row: number): EvaluatedRow['fields'] => rows[row]?.fields ?? {};
  const verified = pairs.filter(({ grade }) => grade === 'verified');

  it('are linked at an F1 of at least .985', () => {
    expect(figures.f1).toBeGreaterThanOrEqual(0.985);
    expect(verified.length).toBeGreaterThan(figures.pairs / 2);
  });

  it('are never verified with two different Aadhaar or PAN', () => {
    for (const { a, b } of verified)
      for (const type of ['aadhaar', 'pan'] as const) {
        const [one, other] = [fieldsAt(a)[type], fieldsAt(b)[type]];
        if (one !== undefined && other !== undefined) expect(one).toBe(other);
      }
  });

  it('are not verified as one person, except namesakes born there on the same day', () => {
    const wrong = verified.filter(({ a, b }) => rows[a]?.truth !== rows[b]?.truth);
    expect(wrong.length).toBeLessThanOrEqual(verified.length / 1_000);
    for (const { a, b } of wrong) {
      expect(fieldsAt(a).dob ?? fieldsAt(b).dob).toBe(fieldsAt(b).dob ?? fieldsAt(a).dob);
      const known = phoneticWords(nameParts(fieldsAt(a).name ?? ''));
      expect(phoneticWords(nameParts(fieldsAt(b).name ?? ''))).toEqual(known);
    }
  });
});
