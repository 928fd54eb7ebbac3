import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { MatchFeatures, PullFeaturesRequest } from '@pii-vault/proto/vault/v1/features';
import { expect, it } from 'vitest';
import { pullClaimed } from './pull-claimed.ts';
import { throttledCompanies } from './throttled-companies.ts';

const featuresOf = (individualId: number, scope: string): MatchFeatures => ({
  ...{ individualId, version: 1, scope, keyVersion: 1, encodingVersion: 3 },
  ...{
    gone: true,
    withheld: false,
    consentEndsAt: undefined,
    keys: Buffer.alloc(0),
    filters: Buffer.alloc(0),
    hints: 0,
    codes: Buffer.alloc(0),
  },
});

/** @param scopesOf the scopes of every person in the answer to the request of this number */
async function pull(people: number, scopesOf: (request: number) => readonly string[]) {
  const asked: number[] = [];
  const deps = {
    features: {
      async *pullFeatures(_ctx: Ctx, { selection }: PullFeaturesRequest) {
        const items = selection?.$case === 'individuals' ? selection.value.items : [];
        const scopes = scopesOf(asked.push(items.length));
        const features = items.flatMap(({ individualId }) =>
          scopes.map((scope) => featuresOf(individualId, scope)),
        );
        yield { people: [], features };
      },
    },
    self: () => testCtx(1),
    throttled: throttledCompanies(1),
    models: { encodingVersion: 3 },
  };
  const claimed = Array.from({ length: people }, (_, at) => ({
    ...{ companyId: 1, individualId: 1 + at, version: 1 },
  }));
  return { asked, pulled: await pullClaimed(deps, { companyId: 1, people: claimed }, []) };
}

it("requests a thousand people at once, the vault's limit, and combines all answers", async () => {
  const { asked, pulled } = await pull(2_500, () => ['intra:1']);
  expect(asked).toEqual([1_000, 1_000, 500]);
  if (pulled === 'held back') throw new Error('Nothing held it back');
  expect(pulled.people.map(({ individualId }) => individualId)).toEqual(
    Array.from({ length: 2_500 }, (_, at) => 1 + at),
  );
  expect(pulled.answered).toMatchObject([{ scope: 'intra:1', encodingVersion: 3, count: 2_500 }]);
});

it('is delayed by an agreement that came into force between two answers', async () => {
  const { pulled } = await pull(2_000, (request) => (request === 1 ? ['intra:1'] : ['intra:1', 'cross:7']));
  expect(pulled).toBe('held back');
});
