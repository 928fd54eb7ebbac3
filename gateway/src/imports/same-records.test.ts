import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { expect, it } from 'vitest';
import { sameRecords } from './same-records.ts';

/** An import that changed people 1 to `changed`; every `nth` has another record. */
function depsOf(changed: number, nth: number) {
  return {
    self: () => testCtx(null),
    imports: {
      listImportCorrections: async (_: unknown, request: { limit?: number; afterIndividualId?: number }) => {
        const after = request.afterIndividualId ?? 0;
        const last = Math.min(changed, after + (request.limit ?? 0));
        const individualIds = Array.from({ length: last - after }, (_, at) => after + at + 1);
        return { companyId: 1, individualIds, nextAfterIndividualId: last < changed ? last : 0 };
      },
    },
    linkFacts: {
      listVerifiedSameOf: async (
        _: unknown,
        { individualIds = [] }: { individualIds?: readonly number[] },
      ) => ({
        people: individualIds
          .filter((id) => id % nth === 0)
          .map((individualId) => ({ individualId, verifiedSame: [individualId + 1_000_000] })),
      }),
    },
  } as unknown as Parameters<typeof sameRecords>[0];
}

async function pagesOf(deps: Parameters<typeof sameRecords>[0], limit: number) {
  const pages: number[][] = [];
  for (let position: string | undefined = '0'; position !== undefined; ) {
    const page = await sameRecords(deps, testCtx(null), { importId: 12, limit, position });
    pages.push(page.people.map(({ individualId }) => individualId));
    position = page.next;
  }
  return pages;
}

it('lists each changed person with other records once, whatever the pages', async () => {
  const pages = await pagesOf(depsOf(3_500, 100), 20);
  expect(pages.map((page) => page.length)).toEqual([20, 15]);
  expect(pages.flat()).toEqual(Array.from({ length: 35 }, (_, at) => (at + 1) * 100));
  expect(await pagesOf(depsOf(0, 1), 20)).toEqual([[]]);
  expect(await pagesOf(depsOf(20, 1), 20)).toHaveLength(1);
});

it('looks at 10,000 people in one request', async () => {
  expect(await pagesOf(depsOf(25_000, 24_000), 20)).toEqual([[], [], [24_000]]);
});
