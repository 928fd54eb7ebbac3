import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { PullFeaturesResponse } from '@pii-vault/proto/vault/v1/features';
import { expect, it } from 'vitest';
import { pullFeatures } from './pull-features.ts';
import { throttledCompanies } from './throttled-companies.ts';

const features = { individualId: 7, version: 1, scope: 'intra:1', keyVersion: 1, encodingVersion: 3 };
const gone = {
  ...features,
  gone: true,
  withheld: false,
  consentEndsAt: undefined,
  keys: Buffer.alloc(0),
  filters: Buffer.alloc(0),
  hints: 0,
  codes: Buffer.alloc(0),
};

async function pulled(answer: PullFeaturesResponse) {
  const deps = {
    features: {
      async *pullFeatures() {
        yield answer;
      },
    },
    self: () => testCtx(1),
    throttled: throttledCompanies(1),
  };
  return await pullFeatures(deps, 1, [3], { scopes: [], selection: undefined });
}

it("parses the vault's answer", async () => {
  expect(await pulled({ people: [], features: [gone] })).toMatchObject([{ individualId: 7, isGone: true }]);
});
