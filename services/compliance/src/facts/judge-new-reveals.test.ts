import { silentLogger } from '@pii-vault/platform/core/log/log';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { expect, it } from 'vitest';
import { judgeNewReveals } from './judge-new-reveals.ts';

it('entries of the trail count for the one spelling of their purpose', async () => {
  const ctx = await (await createTestTokens()).as({});
  const reveal = {
    ...{ auditId: 1, companyId: 1, leafIndex: 1, individualIds: [7], fieldNames: ['pan'] },
    ...{ purpose: 'aml-check', occurredAt: new Date(0), actorType: 'api_client', actorId: 'c' },
  };
  const pages = [{ reveals: [reveal], readUpTo: [{ companyId: 1, leafIndex: 1 }], treeSize: 1 }];
  const asked: string[] = [];
  const judged = await judgeNewReveals(
    {
      log: silentLogger(),
      self: () => ctx,
      feed: { listReveals: async () => pages.shift() ?? { reveals: [], readUpTo: [], treeSize: 1 } },
      judge: {
        judgeReveals: async (_ctx, { reveals = [] }) => {
          asked.push(...reveals.map(({ purpose = '' }) => purpose));
          return { verdicts: reveals.map(() => 'covered') };
        },
      },
    },
    1,
    0,
  );
  expect(asked).toEqual(['aml_check']);
  expect(judged?.stretches.flatMap(({ disclosures }) => disclosures.map(({ purpose }) => purpose))).toEqual([
    'aml_check',
  ]);
});
