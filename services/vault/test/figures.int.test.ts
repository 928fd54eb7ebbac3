import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
const people: number[] = [];

beforeAll(async () => {
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_BY_COMPANY: '2:0' });
  owner = await world.user([1, 2]);
  for (const companyId of [1, 1, 2])
    people.push((await world.records.createRecord(owner, record(companyId, ASHA))).individualId);
  await world.records.createRecords(owner, {
    companyId: 1,
    consentDetails: consent(),
    records: Array.from({ length: 20 }, (_, n) => ({ fields: { name: `P ${n}` }, externalId: `X-${n}` })),
  });
});
afterAll(() => world.stop());

const record = (companyId: number, fields: Record<string, string>) => ({
  companyId,
  consentDetails: consent(),
  fields,
  externalId: undefined,
  individualId: undefined,
});

/** The same figures, counted over every row. */
async function counted(companies: readonly number[]) {
  const tenths = Array.from(
    { length: 10 },
    (_, n) => `count(*) FILTER (WHERE least(quality / 10, 9) = ${n})`,
  );
  const [row] = await world.sql<Record<string, number | number[]>>(
    `SELECT count(*) AS individuals, coalesce(sum(completeness), 0)::bigint AS completeness, coalesce(sum(quality), 0)::bigint AS quality,
       ARRAY[${tenths.join(', ')}]::int[] AS "byQuality", count(*) FILTER (WHERE type_mask & 32 <> 0) AS names,
       count(*) FILTER (WHERE type_mask & 4 <> 0) AS pans
     FROM vault.individuals WHERE company_id = ANY ($1::bigint[]) AND sealed_at IS NULL`,
    [companies],
  );
  return row;
}

async function reported(companyId: number | undefined) {
  const figures = await world.figures.getPeopleFigures(owner, { companyId, days: 7 });
  const counts = await world.figures.countIndividuals(owner, { companyId });
  expect(counts.individuals).toBe(figures.individuals);
  expect(figures.growth.at(-1)?.individuals).toBe(figures.individuals);
  return {
    individuals: figures.individuals,
    completeness: figures.completenessSum,
    quality: figures.qualitySum,
    byQuality: figures.byQuality,
    names: figures.fieldsByType.name ?? 0,
    pans: figures.fieldsByType.pan ?? 0,
  };
}

async function expectRight(): Promise<void> {
  for (const [companyId, companies] of [
    [1, [1]],
    [2, [2]],
    [undefined, [1, 2]],
  ] as const)
    expect(await reported(companyId)).toEqual(await counted(companies));
}

describe('sums over people equal counts of the rows', () => {
  const steps: [what: string, step: () => Promise<unknown>][] = [
    ['after creations', async () => undefined],
    [
      'after a correction and a field more',
      () =>
        world.records.createRecord(owner, {
          ...record(1, { name: 'Asha R', address: '1 MG Road, Pune 411001' }),
          individualId: people[0],
        }),
    ],
    [
      'after a deletion of a field',
      async () => {
        const { fields } = await world.individuals.getIndividual(owner, {
          individualId: people[1] ?? 0,
          companyId: 1,
          purpose: undefined,
        });
        await world.fields.deleteField(owner, {
          fieldId: fields.find((one) => one.fieldType === 'pan')?.id ?? 0,
        });
      },
    ],
    [
      'after an erasure',
      () =>
        world.erasures.eraseIndividual(owner, {
          companyId: 2,
          individualId: people[2] ?? 0,
          reason: 'asked for',
        }),
    ],
  ];
  it.each(steps)('%s', async (_what, step) => {
    await step();
    await expectRight();
  });
});

it('a day shows how many people were added and erased, and how many existed at its end', async () => {
  // The job that folds changes into days may have run already.
  for (const table of ['people_changes', 'people_days'])
    await world.sql(`UPDATE vault.${table} SET day = day - 2 WHERE company_id = 1`);
  await world.records.createRecord(owner, record(1, { name: 'New' }));
  const { growth } = await world.figures.getPeopleFigures(owner, { companyId: undefined, days: 7 });
  const days = growth.map((one) => [one.added, one.erased, one.individuals]);
  expect(days).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [22, 0, 22],
    [0, 0, 22],
    [2, 1, 23],
  ]);
  expect(growth.map((one) => one.day)).toEqual(growth.map((one) => one.day).toSorted());
  await expect(
    world.figures.getPeopleFigures(owner, { companyId: undefined, days: 181 }),
  ).rejects.toMatchObject({
    reason: 'DAYS_INVALID',
  });
});
