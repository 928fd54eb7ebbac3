import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import type { ListIndividualsRequest } from '@pii-vault/proto/vault/v1/individuals';
import { beforeAll, expect, it } from 'vitest';
import { listPage } from './list-page.ts';

let ctx: Ctx;
beforeAll(async () => {
  const tokens = await createTestTokens();
  ctx = await tokens.as({ companies: { 1: ['pii:read', 'lineage:read'] } });
});

it('asks lineage for linked people after the ids of the page before, and hands both cursors on', async () => {
  const asked: number[] = [];
  const requests: ListIndividualsRequest[] = [];
  const deps = {
    links: {
      listReached: async () => ({ reached: [] }),
      listLinked: async (_: unknown, { afterId }: { readonly afterId: number }) => {
        asked.push(afterId);
        return { individualIds: [afterId + 5], untilId: afterId + 9 };
      },
    },
    individuals: {
      listIndividuals: async (_: unknown, request: ListIndividualsRequest) => {
        requests.push(request);
        const next = request.cursor === undefined ? { nextCursor: '["id",9]', nextAfterId: 9 } : {};
        return { individuals: [], externalIds: [], marks: [], ...next };
      },
    },
    linking: () => new Set<number>(),
    names: async () => new Map(),
  } as unknown as Parameters<typeof listPage>[0];
  const first = await listPage(deps, ctx, { companyId: 1, linked: true }, { limit: 50, position: undefined });
  expect(first.next).toBe('9:["id",9]');
  const second = await listPage(
    deps,
    ctx,
    { companyId: 1, linked: true },
    { limit: 50, position: first.next },
  );
  expect(second.next).toBeUndefined();
  expect(asked).toEqual([0, 9]);
  expect(requests.map(({ cursor, filter }) => [cursor, filter?.linked])).toEqual([
    [undefined, { individualIds: [5], untilId: 9 }],
    ['["id",9]', { individualIds: [14], untilId: 18 }],
  ]);
});
