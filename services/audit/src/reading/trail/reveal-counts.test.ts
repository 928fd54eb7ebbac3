import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { expect, it } from 'vitest';
import { countedAndPending } from './reveal-counts.ts';

const sums = [{ companyId: 1, ticket: 'reveal', entries: 2, decryptedValues: 12 }];

/** Counts while these services do not report their backlog. */
async function counted(unanswered: ServiceName[]) {
  const asked: string[] = [];
  const counting = countedAndPending(
    {
      pending: async () => {
        asked.push('pending');
        return { rows: 3, oldestMs: 0, unanswered };
      },
      revealCounts: async () => {
        asked.push('counts');
        return sums;
      },
    },
    [1],
  );
  return { asked, ...(await counting) };
}

it('reads the pending count first, so that it misses no reveal', async () => {
  expect(await counted(['identity'])).toEqual({ asked: ['pending', 'counts'], sums, pending: 3 });
});

it('does not count while the vault does not report its backlog', async () => {
  await expect(counted(['identity', 'vault'])).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'PENDING_UNKNOWN',
  });
});
