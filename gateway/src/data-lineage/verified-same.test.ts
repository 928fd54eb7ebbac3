import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { expect, it } from 'vitest';
import { verifiedSame } from './verified-same.ts';

const depsOf = (listVerifiedSame: () => Promise<{ readonly individualIds: readonly number[] }>) => ({
  linkFacts: { listVerifiedSame },
  self: () => testCtx(null),
});

it('names the records, and tells none from unknown', async () => {
  expect(
    await verifiedSame(
      depsOf(async () => ({ individualIds: [2, 8] })),
      1,
      1,
    ),
  ).toEqual({ values: [2, 8] });
  expect(
    await verifiedSame(
      depsOf(async () => ({ individualIds: [] })),
      1,
      1,
    ),
  ).toEqual({ values: [] });
  const away = () => Promise.reject(new AppError('UNAVAILABLE', 'AWAY', 'Not now'));
  expect(await verifiedSame(depsOf(away), 1, 1)).toBeUndefined();
});
