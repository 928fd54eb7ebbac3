import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ListIndividualsRequest } from '@pii-vault/proto/vault/v1/individuals';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pageStatement } from '../src/people/individuals/individuals-store.ts';
import { pageOrderOf } from '../src/people/individuals/page-order.ts';
import { IN_INDEX_ORDER, rangesStatement, scanStatement } from '../src/people/individuals/search-store.ts';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

const PEOPLE = { 1: 130, 2: 70, 3: 5 } as const;

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1, 2, 3]);
  for (const [companyId, count] of Object.entries(PEOPLE)) {
    const records = Array.from({ length: count }, (_, n) => ({
      fields: { name: `P ${n}`, ...(n % 3 === 0 ? { pan: 'ABCPR1234F' } : {}) } as Record<string, string>,
      externalId: n < 3 ? `X-${companyId}-${n}` : undefined,
    }));
    await world.records.createRecords(owner, {
      companyId: Number(companyId),
      consentDetails: consent(),
      records,
    });
  }
  // Give the sort columns various values with many ties.
  await world.sql(
    `UPDATE vault.individuals SET quality = (id * 37) % 101, updated_at = now() - (id % 7) * interval '1 hour'`,
  );
});
afterAll(() => world.stop());

const request = (change: Partial<ListIndividualsRequest> = {}): ListIndividualsRequest => ({
  companyId: undefined,
  limit: 0,
  cursor: undefined,
  sort: undefined,
  search: undefined,
  quality: undefined,
  externalId: undefined,
  purpose: 'kyc',
  includeExternalIds: false,
  filter: undefined,
  marks: [],
  forExport: false,
  ...change,
});

async function walk(
  ctx: Ctx,
  change: Partial<ListIndividualsRequest>,
): Promise<{ companyId: number; id: number; quality: number; updatedAt: number }[]> {
  const all = [];
  let cursor: string | undefined;
  do {
    const page = await world.individuals.listIndividuals(ctx, request({ ...change, cursor }));
    all.push(...page.individuals);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all.map((one) => ({
    companyId: one.companyId,
    id: one.id,
    quality: one.dataQualityScore,
    updatedAt: one.updatedAt?.getTime() ?? 0,
  }));
}

describe('pages', () => {
  const orders: Record<
    string,
    (row: { companyId: number; id: number; quality: number; updatedAt: number }) => number[]
  > = {
    id: (row) => [row.companyId, row.id],
    quality: (row) => [row.quality, row.companyId, row.id],
    updatedAt: (row) => [row.updatedAt, row.companyId, row.id],
  };

  it.each(['id', '-id', 'quality', '-quality', 'updatedAt', '-updatedAt'])(
    'by %s contain each person once, in order, for users and a super_admin',
    async (sort) => {
      const key = orders[sort.replace('-', '')];
      if (key === undefined) throw new Error('no order');
      for (const ctx of [owner, await world.superAdmin()]) {
        const rows = await walk(ctx, { sort, limit: 17 });
        expect(rows).toHaveLength(205);
        expect(new Set(rows.map((row) => `${row.companyId}:${row.id}`)).size).toBe(205);
        const sorted = rows.toSorted((a, b) => compare(key(a), key(b)) * (sort.startsWith('-') ? -1 : 1));
        expect(rows).toEqual(sorted);
      }
    },
  );

  it.each(['id', '-id', 'quality', '-quality', 'updatedAt', '-updatedAt'])(
    'by %s of one band are the people of the whole list in that band',
    async (sort) => {
      for (const quality of ['high', 'medium', 'low']) {
        const [low, high] = { high: [90, 100], medium: [70, 89], low: [0, 69] }[quality] ?? [0, 0];
        const all = await walk(owner, { sort, limit: 200 });
        const expected = all.filter((row) => row.quality >= (low ?? 0) && row.quality <= (high ?? 0));
        expect(await walk(owner, { sort, quality, limit: 7 })).toEqual(expected);
      }
    },
  );

  it('of one company by band have the total of that band', async () => {
    const page = await world.individuals.listIndividuals(
      owner,
      request({ companyId: 2, quality: 'high', limit: 200 }),
    );
    expect(page.individuals.every((one) => one.companyId === 2 && one.dataQualityScore >= 90)).toBe(true);
    expect(page.total).toBe(page.individuals.length);
    const summary = await world.individuals.getIndividualsSummary(owner, { companyId: 2 });
    expect(summary).toMatchObject({ totalIndividuals: 70, highQuality: page.total });
    expect(
      (await world.individuals.getIndividualsSummary(owner, { companyId: undefined })).totalIndividuals,
    ).toBe(205);
  });

  it('refuse unknown sort orders, bands and cursors', async () => {
    const list = (change: Partial<ListIndividualsRequest>) =>
      world.individuals.listIndividuals(owner, request(change));
    await expect(list({ sort: 'masterKey' })).rejects.toMatchObject({ reason: 'SORT_UNKNOWN' });
    await expect(list({ quality: 'best' })).rejects.toMatchObject({ reason: 'QUALITY_UNKNOWN' });
    for (const cursor of ['x', '[]', '["id","a",1,1]', '["quality",1,1,1]', '["id",1,1]']) {
      await expect(list({ cursor })).rejects.toMatchObject({ reason: 'INVALID_CURSOR' });
    }
  });
});

const compare = (a: number[], b: number[]): number => {
  for (const [n, left] of a.entries()) if (left !== b[n]) return left - (b[n] ?? 0);
  return 0;
};

describe('search', () => {
  it.each(['1', '12', '01', 'IND_99', '199'])(
    'finds ids that contain %s, in number order',
    async (search) => {
      const digits = search.replace('IND_', '');
      const all = (await walk(owner, {})).map((row) => row.id);
      const wanted = all.filter((id) => String(id).includes(digits)).sort((a, b) => a - b);
      const found = (await walk(owner, { search, limit: 3 })).map((row) => row.id);
      expect(found.filter((id) => String(id).includes(digits))).toEqual(wanted);
    },
  );

  it('finds long digits by ranges: 199 by 99 and 12345678 by 3456', async () => {
    await world.sql(`INSERT INTO vault.individuals (company_id, id, master_key)
      SELECT 1, i, gen_random_uuid() FROM unnest('{12345678,93456000,34560001,34500600}'::bigint[]) AS i`);
    const found = async (search: string) =>
      (await walk(await world.user([1]), { search, limit: 1 }))
        .map((row) => row.id)
        .filter((id) => id > 1_000_000);
    expect(await found('3456')).toEqual([12_345_678, 34_560_001, 93_456_000]);
    expect(await found('34500600')).toEqual([34_500_600]);
    expect(await found('6000')).toEqual([34_560_001, 93_456_000]);
    await world.sql('DELETE FROM vault.individuals WHERE id > 1000000');
  });

  it.each([{ sort: '-updatedAt' }, { quality: 'high' }, { externalId: 'X-1' }])(
    'is refused together with %j, which a search ignores',
    async (other) => {
      const companyId = 1;
      const asked = walk(owner, { companyId, search: '12', ...other });
      await expect(asked).rejects.toMatchObject({ reason: 'SEARCH_ALONE' });
    },
  );

  it('finds a master key by its start in any case', async () => {
    const { individuals } = await world.individuals.listIndividuals(owner, request({ limit: 1 }));
    const [first] = individuals;
    if (first === undefined) throw new Error('nobody');
    const search = first.masterKey.slice(0, 13).toUpperCase();
    expect((await walk(owner, { search })).map((row) => row.id)).toEqual([first.id]);
    expect(await walk(owner, { search: "' OR 1=1 --" })).toEqual([]);
    expect(await walk(await world.user([3]), { search: first.masterKey })).toEqual([]);
  });

  it('finds the person with an external id, and shows external ids with one entry per company', async () => {
    const found = await world.individuals.listIndividuals(
      owner,
      request({ companyId: 1, externalId: 'X-1-2', includeExternalIds: true }),
    );
    expect(found.externalIds.map((one) => one.externalId)).toEqual(['X-1-2']);
    const before = (await world.entries()).length;
    const page = await world.individuals.listIndividuals(
      owner,
      request({ includeExternalIds: true, limit: 200 }),
    );
    expect(page.externalIds).toHaveLength(6);
    const entries = (await world.entries()).slice(before);
    const entry = { action: 'field_view', ticket: 'view', fieldNames: ['external_id'], purpose: 'kyc' };
    expect(entries).toMatchObject(Array(2).fill({ ...entry, counts: { values: 3 } }));
    const reader = await world.user([1], ['pii:read']);
    await expect(
      world.individuals.listIndividuals(reader, request({ includeExternalIds: true })),
    ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('an export', () => {
  it('has every row of the list and writes no entry, because the caller that delivers it does', async () => {
    const before = (await world.entries()).length;
    const listed = await walk(owner, { limit: 60 });
    expect(await walk(owner, { limit: 60, forExport: true })).toEqual(listed);
    expect((await world.entries()).slice(before)).toEqual([]);
  });

  it('continues when a company closes that it does not include, and is refused when one of its companies closes', async () => {
    const first = (companyId?: number) =>
      world.individuals.listIndividuals(owner, request({ limit: 60, forExport: true, companyId }));
    const next = (cursor: string | undefined, companyId?: number) =>
      world.individuals.listIndividuals(owner, request({ limit: 60, forExport: true, cursor, companyId }));
    const [all, own] = [await first(), await first(1)];
    const changed = { code: 'ABORTED', reason: 'EXPORT_SCOPE_CHANGED' };
    world.tenancy.statuses.set(3, 'suspended');
    await vi.waitFor(() => expect(next(all.nextCursor)).rejects.toMatchObject(changed), 20_000);
    expect((await next(own.nextCursor, 1)).individuals).not.toHaveLength(0);
    world.tenancy.statuses.set(3, 'active');
    await vi.waitFor(async () => expect((await next(all.nextCursor)).individuals).toHaveLength(60), 20_000);
  });
});

describe('the list in default order', () => {
  const page = (ctx: Ctx, change: Partial<ListIndividualsRequest>) =>
    world.individuals.listIndividuals(ctx, request(change));

  async function whole(ctx: Ctx, change: Partial<ListIndividualsRequest>) {
    const [people, totals]: [unknown[], Set<unknown>] = [[], new Set()];
    let cursor: string | undefined;
    do {
      const one = await page(ctx, { ...change, limit: 80, cursor });
      people.push(...one.individuals);
      totals.add(one.total);
      cursor = one.nextCursor;
    } while (cursor !== undefined);
    return { people, totals };
  }

  it('has the rows of any other order, and names the other companies that have a person', async () => {
    const first = await page(owner, { companyId: 2, limit: 1 });
    await world.records.createRecord(owner, {
      companyId: 3,
      consentDetails: consent(),
      fields: { pan: 'ABCPR1234F' },
      individualId: first.individuals[0]?.id,
      externalId: undefined,
    });
    // A reader of two companies gets both rows of the person on one page.
    for (const ctx of [owner, await world.user([2, 3]), await world.superAdmin()])
      for (const companyId of [undefined, 2, 3]) {
        const [own, backwards] = [
          await whole(ctx, { companyId }),
          await whole(ctx, { companyId, sort: '-id' }),
        ];
        expect(own.people).toEqual(backwards.people.reverse());
        expect(own.totals).toEqual(backwards.totals);
      }
    const [held] = (await page(owner, { companyId: 2, limit: 1 })).individuals;
    expect(held?.companyIds).toEqual([2, 3]);
    expect(held?.piiFields).toContainEqual({ fieldType: 'pan', companyId: 3 });
    const [own] = (await page(await world.user([2]), { companyId: 2, limit: 1 })).individuals;
    expect(own?.companyIds).toEqual([2]);
  });

  it('contains no erased person, and names no company that erased a person', async () => {
    const [one, two] = (await page(owner, { companyId: 2, limit: 2 })).individuals;
    const seal = (companyId: number, id: number | undefined) =>
      world.sql(
        `UPDATE vault.individuals SET sealed_at = now() WHERE company_id = ${companyId} AND id = ${id}`,
      );
    await seal(3, one?.id);
    await seal(2, two?.id);
    const after = await page(owner, { companyId: 2, limit: 2 });
    expect(after.individuals[0]).toMatchObject({ id: one?.id, companyIds: [2] });
    expect(after.individuals.map(({ id }) => id)).not.toContain(two?.id);
    expect(after.total).toBe(69);
  });

  it('has the total on a page after its end, and for an empty company', async () => {
    const { individuals, total } = await page(owner, {
      companyId: 1,
      cursor: '["id",999999999,1,999999999]',
    });
    expect([individuals, total]).toEqual([[], 130]);
    expect(await page(await world.user([9]), {})).toMatchObject({ individuals: [], total: 0 });
  });
});

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The plan of a statement for this role, after the preparation. */
async function plan(role: string, preparation: string, { text, values }: Statement): Promise<string> {
  const literal = (value: unknown) =>
    Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`;
  const bound = text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
  const rows = await world.sql<{ plan: string }>('SELECT public.plan($1, $2, $3) AS plan', [
    role,
    preparation,
    bound,
  ]);
  return rows.map((row) => row.plan).join('\n');
}

const after = { value: 50, companyId: 2, id: 140 };
const listStatements = [
  ...['id', '-id', 'quality', '-quality'].map((sort) => ({
    name: sort,
    ...pageStatement({ companies: [1, 2, 3], order: pageOrderOf(sort), after, limit: 51 }),
  })),
  ...['updatedAt', '-updatedAt', 'updatedAt of high', '-updatedAt of high'].map((name) => ({
    name,
    ...pageStatement({
      companies: [1, 2, 3],
      order: pageOrderOf(name.replace(' of high', '')),
      after: { ...after, value: '2026-01-01T00:00:00.000Z' },
      limit: 51,
      ...(name.endsWith('high') ? { quality: [90, 100] as const } : {}),
    }),
  })),
  { name: 'search by few digits', text: scanStatement(), values: [[1, 2], '12', 51, 50, 2] },
  {
    name: 'search by many digits',
    text: rangesStatement('id'),
    values: [[1, 2], [1234, 12_340], [1234, 12_349], 51, 1234, 0],
  },
  {
    name: 'search by master key',
    text: rangesStatement('master_key'),
    values: [
      [1, 2],
      ['12000000-0000-0000-0000-000000000000'],
      ['12ffffff-ffff-ffff-ffff-ffffffffffff'],
      51,
      '12000000-0000-0000-0000-000000000000',
      0,
    ],
  },
];

describe('plans under row-level security', () => {
  beforeAll(() =>
    world.sql(`CREATE FUNCTION public.plan(role text, preparation text, statement text) RETURNS SETOF text LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM set_config('search_path', 'vault', true), set_config('app.companies', '{1,2,3}', true);
        EXECUTE format('SET LOCAL ROLE %I', role);
        EXECUTE preparation;
        RETURN QUERY EXECUTE 'EXPLAIN ' || statement;
      END $$`),
  );

  it.each(listStatements)(
    '$name is read in index order and evaluates the policy once',
    async ({ name, ...statement }) => {
      for (const role of ['vault_app', 'vault_all'] as const) {
        const read = await plan(role, name.startsWith('search') ? IN_INDEX_ORDER : 'SELECT', statement);
        expect(read).toMatch(/Index (Only )?Scan/);
        expect(read).not.toMatch(/Seq Scan|Incremental|Bitmap Index Scan on individuals_by/);
        // Only the first ids of each company's part are merged; people are never sorted.
        const isMerged = /updatedAt|quality/.test(name);
        expect(read.match(/-> +Sort|^Sort/gm) ?? []).toHaveLength(isMerged ? 1 : 0);
        if (isMerged)
          expect(read).toMatch(/Sort Key: \w\.(quality|updated_at)( DESC)?, \w\.company_id( DESC)?, \w\.id/);
        expect(
          read
            .split('\n')
            .filter((line) => /Filter|Cond/.test(line))
            .join('\n'),
        ).not.toMatch(/companies\(\)/);
      }
    },
  );

  it.each(['id', '-id'])('%s of one band is read by its values, and only ids are sorted', async (sort) => {
    const page = {
      companies: [1, 2],
      order: pageOrderOf(sort),
      after,
      quality: [90, 100],
      limit: 51,
    } as const;
    const statement = pageStatement(page);
    for (const role of ['vault_app', 'vault_all'] as const) {
      const read = await plan(role, 'SELECT', statement);
      expect(read).toMatch(/using individuals_by_quality/);
      expect(read).not.toMatch(/Seq Scan/);
    }
  });
});
