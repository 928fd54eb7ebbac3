import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import type { ListReachedRequest } from '@pii-vault/proto/lineage/v1/links';
import { beforeAll, expect, it } from 'vitest';
import { reachOf } from './reach.ts';

let ctx: Ctx;
let withoutLinks: Ctx;
beforeAll(async () => {
  const tokens = await createTestTokens();
  ctx = await tokens.as({ companies: { 1: ['pii:read', 'lineage:read'] } });
  withoutLinks = await tokens.as({ companies: { 1: ['pii:read'] } });
});

const linked = { companyId: 1, id: 7, companyIds: [1] };
const alone = { companyId: 2, id: 8, companyIds: [2] };

/** A fake lineage that links each requested person with company 9, and records the requests. */
function reach(linking: ReadonlySet<number> | undefined) {
  const asked: number[] = [];
  const listReached = async (_: unknown, { individuals }: ListReachedRequest) => {
    asked.push(...individuals.map(({ individualId }) => individualId));
    return { reached: individuals.map((individual) => ({ individual, companyIds: [9] })) };
  };
  return { asked, deps: { links: { listReached }, linking: () => linking } };
}

it('requests links only for people of companies with a link agreement', async () => {
  const { asked, deps } = reach(new Set([1, 9]));
  const of = await reachOf(deps, ctx, [linked, alone]);
  expect([of(linked).reached, of(alone).reached, asked]).toEqual([[9], [], [7]]);
});

it('makes no RPC when no company has one', async () => {
  const { asked, deps } = reach(new Set());
  await reachOf(deps, ctx, [linked, alone]);
  expect(asked).toEqual([]);
});

it('requests links for all people while the list is unknown', async () => {
  const { asked, deps } = reach(undefined);
  await reachOf(deps, ctx, [linked, alone]);
  expect(asked).toEqual([7, 8]);
});

it('makes no RPC for a viewer without permission to read links', async () => {
  const { asked, deps } = reach(new Set([1, 9]));
  const of = await reachOf(deps, withoutLinks, [linked]);
  expect([of(linked), asked]).toEqual([{ holding: [1], reached: [] }, []]);
});
