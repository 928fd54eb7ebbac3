import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { NamedStatement, Tx } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_ROWS, countRows } from '../src/reporting/key-rows/count-key-rows.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

describe('rows under a field key', () => {
  let world: VaultWorld;
  const MANAGE = ['encryption:manage'];
  beforeAll(async () => {
    world = await vaultWorld();
    for (const companyId of [1, 1, 2])
      await world.records.createRecord(await world.user([companyId]), {
        companyId,
        consentDetails: consent(),
        fields: ASHA,
        externalId: undefined,
        individualId: undefined,
      });
  });
  afterAll(() => world.stop());

  const count = async (ctx: Ctx, asked: readonly (readonly [number, number])[]) => {
    const versions = asked.map(([id, fieldKeyVersion]) => ({ companyId: id, fieldKeyVersion }));
    const answer = await world.keyRows.countKeyRows(ctx, { versions });
    return answer.versions.map((one) => [one.companyId, one.fieldKeyVersion, one.rows]);
  };

  it('are counted by version in companies whose keys the caller manages', async () => {
    const asked = [[1, 1] as const, [1, 2] as const, [2, 1] as const];
    expect(await count(await world.as({ everywhere: MANAGE }), asked)).toEqual([
      [1, 1, 2],
      [1, 2, 0],
      [2, 1, 1],
    ]);
    const admin = await world.as({ companies: { 1: MANAGE, 2: ['pii:read'] } });
    expect(await count(admin, asked)).toEqual([
      [1, 1, 2],
      [1, 2, 0],
    ]);
  });

  it('are counted for at most 200 versions per call', async () => {
    const many = Array.from({ length: 201 }, () => [1, 1] as const);
    const admin = await world.as({ companies: { 1: MANAGE } });
    await expect(count(admin, many)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

/** The plan of the count in this transaction, with the settings that an earlier count has set. */
async function planOfCount(tx: Tx, fieldKeyVersion: number): Promise<string> {
  const plan: string[] = [];
  await countRows(
    {
      async query<R extends object>(text: string | NamedStatement, values?: readonly unknown[]) {
        if (text === COUNT_ROWS)
          for (const row of await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values))
            plan.push(row['QUERY PLAN']);
        return await tx.query<R>(text, values);
      },
    },
    { companyId: 1, fieldKeyVersion },
  );
  return plan.join('\n');
}

describe('plan of the count', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
    await database.sql(
      `INSERT INTO vault.data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
       SELECT 1 + i % 3, i, 1, 1 + (i % 50 = 0)::integer, decode(repeat('00', 60), 'hex'), decode(repeat('00', 32), 'hex')
       FROM generate_series(1, 300000) AS i`,
    );
    // Never vacuumed and so many rows that by cost alone PostgreSQL would choose a sequential scan.
    await database.sql('ANALYZE vault.data_keys');
  });
  afterAll(() => database?.drop());

  it.each([1, 2])('of version %i finds its rows by an index', async (version) => {
    const plan = await database.db.system((tx) => planOfCount(tx, version));
    expect(plan).toMatch(/data_keys_by_field_key/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
