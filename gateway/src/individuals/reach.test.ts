import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { ListReachedRequest } from '@pii-vault/proto/lineage/v1/links';
import { expect, it } from 'vitest';
import { reachOf } from './reach.ts';

const ctx = testCtx(null);
const linked = { companyId: 1n, id: 7n, companyIds: [1n] };
const alone = { companyId: 2n, id: 8n, companyIds: [2n] };

/** Lineage that links each person it is asked about with company 9, and keeps whom it was asked about. */
function reach(linking: ReadonlySet<number> | undefined) {
  const asked: bigint[] = [];
  const listReached = async (_: unknown, { individuals }: ListReachedRequest) => {
    asked.push(...individuals.map(({ individualId }) => individualId));
    return { reached: individuals.map((individual) => ({ individual, companyIds: [9n] })) };
  };
  return { asked, deps: { links: { listReached }, linking: { peek: () => linking } } };
}

it('asks about people of companies with a linking agreement only', async () => {
  const { asked, deps } = reach(new Set([1, 9]));
  const of = await reachOf(deps, ctx, [linked, alone]);
  expect([of(linked).reached, of(alone).reached, asked]).toEqual([[9], [], [7n]]);
});

it('asks nobody where no company has one', async () => {
  const { asked, deps } = reach(new Set());
  await reachOf(deps, ctx, [linked, alone]);
  expect(asked).toEqual([]);
});

it('asks about everybody while nobody can tell who has one', async () => {
  const { asked, deps } = reach(undefined);
  await reachOf(deps, ctx, [linked, alone]);
  expect(asked).toEqual([7n, 8n]);
});
