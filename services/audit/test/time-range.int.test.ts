import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundRange } from '../src/reading/trail/time-range.ts';

let database: TestDatabase;
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

beforeAll(async () => {
  database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO audit.checkpoints (tree_size, root_hash, note, key_name, public_key, signed_at)
     SELECT size, decode(repeat('00', 32), 'hex'), '', '', '', signed_at
     FROM (VALUES (4, $1::timestamptz), (9, $2::timestamptz)) AS c(size, signed_at)`,
    [at('08:00:00'), at('09:00:00')],
  );
});
afterAll(() => database?.drop());

describe('the lowest leaf index of a range', () => {
  it.each([
    ['08:04:59', 0],
    ['08:05:00', 4],
    ['09:04:59', 4],
    ['23:00:00', 9],
  ])('from %s is that of the checkpoint five minutes before: %i', async (from, floor) => {
    const range = { from: at(from), until: undefined };
    const bound = await database.db.tenant({ companies: [1] }, (tx) => boundRange(tx, range));
    expect(bound).toEqual({ ...range, floor });
  });

  it('is 0 without a start', async () => {
    const range = { from: undefined, until: at('08:00:00') };
    const bound = await database.db.tenant({ companies: [1] }, (tx) => boundRange(tx, range));
    expect(bound.floor).toBe(0);
  });
});
