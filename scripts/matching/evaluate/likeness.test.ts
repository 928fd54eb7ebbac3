import { hash } from 'node:crypto';
import { forEachCandidate } from '@pii-vault/lineage/scoring/blocking-join';
import { COMPARISONS, levelsOfPattern } from '@pii-vault/lineage/scoring/comparison-levels';
import { evidenceOf } from '@pii-vault/lineage/scoring/evidence';
import { type LinkedPair, pairScorer, probabilityOfBits } from '@pii-vault/lineage/scoring/link-in-bulk';
import { loadLinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import type { LinkableFields } from '@pii-vault/vault/encoding/record-encoder';
import { DIFFERENT_NAMES, SAME_NAMES } from '@pii-vault/vault/encoding/testing/labelled-names';
import { describe, expect, it } from 'vitest';
import { encodeRows } from './encode-rows.ts';

const model = loadLinkageModel(new URL('../../../services/lineage/models/prior-5.json', import.meta.url));
const DOB = COMPARISONS.indexOf('dob');
const KEY = hash('sha256', 'likeness', 'buffer');
const home = { address: '12 Gandhi Road, Adyar, Chennai 600020', phone: '+919812345671' };
const twins = { dob: '1990-04-05', ...home };

/** The pair that the product finds for two records; undefined if they share no blocking key. */
async function pairOf(one: LinkableFields, other: LinkableFields): Promise<LinkedPair | undefined> {
  const rows = [one, other].map((fields, at) => ({ id: String(at), truth: '', fields }));
  const columns = await encodeRows(rows, KEY);
  let found: LinkedPair | undefined;
  const score = pairScorer(columns, model);
  forEachCandidate(columns, (a, b) => {
    found = score(a, b);
  });
  return found;
}
const named = async (one: string, other: string, fields: LinkableFields = twins) =>
  await pairOf({ ...fields, name: one }, { ...fields, name: other });
const scoreOf = async (one: string, other: string, fields: LinkableFields) =>
  (await named(one, other, fields))?.probability ?? Number.NaN;

describe('people of one surname, home, phone and birth date', () => {
  it('are proposed, never verified, if their given names differ, even if they sound alike', async () => {
    for (const { one, other } of DIFFERENT_NAMES)
      expect({ one, other, grade: (await named(`${one} Kumar`, `${other} Kumar`))?.grade }).toEqual({
        one,
        other,
        grade: 'pending',
      });
  });

  it('are verified if their given names are two spellings of one name', async () => {
    const pairs = await Promise.all(
      SAME_NAMES.map(({ one, other }) => named(`${one} Kumar`, `${other} Kumar`)),
    );
    const verified = pairs.filter((pair) => pair?.grade === 'verified').length;
    expect(verified / pairs.length).toBeGreaterThan(0.97);
  });

  it('are verified with similar names only by an identifier of a single person', async () => {
    const alike = async (more: LinkableFields) =>
      (await named('Ramesh Chandran', 'Ramesh Chandrn', { ...twins, ...more }))?.grade;
    expect(await alike({})).toBe('pending');
    expect(await alike({ email: 'r.c@firma.in' })).toBe('pending');
    expect(await alike({ bank_account: '50100234567891' })).toBe('verified');
    expect(await alike({ other_id: 'K7351946' })).toBe('verified');
  });
});

describe('one person in two scripts', () => {
  it.each([
    ['ரமேஷ் குமார்', 'Ramesh Kumar'],
    ['लक्ष्मी शर्मा', 'Laxmi Sharma'],
    ['లక్ష్మి రెడ్డి', 'Lakshmi Reddy'],
  ])('%s and %s are linked by a birth date alone, and verified with a phone', async (one, other) => {
    expect((await named(one, other, { dob: '1990-04-05' }))?.grade).toBe('pending');
    expect((await named(one, other, { dob: '1990-04-05', phone: home.phone }))?.grade).toBe('verified');
  });
});

describe('the score of one birth date and home', () => {
  it('rises from different names over similar names and initials to equal names', async () => {
    const fields = { dob: '1990-04-05', address: home.address };
    const scores = [
      await scoreOf('Ramesh Kumar', 'Zubin Mistry', fields),
      await scoreOf('Ramesh Kumar', 'Anita Kumar', fields),
      await scoreOf('Ramesh Kumar', 'Rakesh Kumar', fields),
      await scoreOf('Ramesh Kumar', 'R. Kumar', fields),
      await scoreOf('Md Asif Khan', 'Mohammed Asif Khan', fields),
    ];
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores[0]).toBeLessThan(0.98);
    expect(scores[3]).toBeGreaterThan(0.99);
    expect(scores[4]).toBe(await scoreOf('Asif Khan', 'Khan Asif', fields));
    expect((await named('Ramesh Kumar', 'R. Kumar', fields))?.grade).toBe('verified');
  });
});

describe('placeholders', () => {
  it('create no candidate pairs and count as no evidence', async () => {
    const junk: LinkableFields = {
      phone: '+919999999999',
      email: 'noemail@firma.in',
      bank_account: '1234567890',
      other_id: 'A0000000',
      dob: '1970-01-01',
    };
    expect(await named('Asha Rao', 'Ramesh Kumar', junk)).toBeUndefined();
    const pair = await named('Asha Rao', 'Usha Rao', { ...junk, address: home.address });
    expect(levelsOfPattern(pair?.pattern ?? 0).slice(DOB)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('incomplete birth dates', () => {
  it.each([
    ['1990', '1990-05-04', 3],
    ['1990-01-01', '1990-05', 3],
    ['1990-05', '1990-05-04', 3],
    ['1990-05', '1990-05', 3],
    ['1990-06', '1990-05-04', 2],
    ['1990-06', '1990-05', 2],
    ['1991-05', '1990-05-04', 2],
    ['1970', '1990-05', 1],
  ])('%s and %s are at level %i', async (one, other, level) => {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const pair = await pairOf({ ...home, name: 'Asha Rao', dob: a }, { ...home, name: 'Asha Rao', dob: b });
      expect(levelsOfPattern(pair?.pattern ?? 0)[DOB]).toBe(level);
    }
  });
});

describe('a name and a year, in a space without a learnt model', () => {
  // The first of January is a year alone.
  const year = { dob: '1990-01-01' };

  it('of a common name is weak evidence, less than of a rare one', async () => {
    const common = await named('Anita Kumari', 'Anita Kumari', year);
    expect(common?.probability).toBeLessThan(0.9);
    expect(common?.grade).not.toBe('verified');
    const partly = await scoreOf('Anita Venkataraghavan', 'Anita Venkataraghavan', year);
    const rare = await scoreOf('Zenobia Venkataraghavan', 'Zenobia Venkataraghavan', year);
    expect(partly).toBeGreaterThan(common?.probability ?? 1);
    expect(rare).toBeGreaterThan(partly);
    expect(rare).toBeGreaterThan(0.99);
  });

  it('is explained by weights that give its score', async () => {
    const row = { truth: '', fields: { name: 'Anita Kumari', ...year } };
    const columns = await encodeRows(
      [
        { id: '0', ...row },
        { id: '1', ...row },
      ],
      KEY,
    );
    const { weights, probability } = evidenceOf(columns, 0, 1, model);
    expect(probabilityOfBits(weights.reduce((sum, bits) => sum + bits, 0))).toBeCloseTo(probability, 9);
  });

  it('is no stronger for a misspelling of a common name than for the name', async () => {
    const equal = await scoreOf('Anita Kumari', 'Anita Kumari', year);
    expect(await scoreOf('Anita Kumari', 'Anxita Kumari', year)).toBeLessThan(equal);
    expect(await scoreOf('Anita Kumari', 'A. Kumari', year)).toBeLessThan(equal);
  });

  it('is strong with a whole birth date and a rare name, and verifies with a common name and one home', async () => {
    const whole = { dob: '1990-04-05' };
    expect(await scoreOf('Zenobia Venkataraghavan', 'Zenobia Venkataraghavan', whole)).toBeGreaterThan(
      0.9999,
    );
    expect((await named('Anita Kumari', 'Anita Kumari'))?.grade).toBe('verified');
  });
});
