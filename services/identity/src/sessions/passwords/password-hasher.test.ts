import { expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const cost = { memory: 64, passes: 1 };

it('never accepts a password for an account without a hash, not even the empty one', async () => {
  const hasher = createPasswordHasher({ cost });
  expect(await hasher.verify('', undefined)).toBe(false);
  expect(await hasher.verify('x', await hasher.hash('x'))).toBe(true);
});

it('applies its limits, accepts new passwords from known devices, and counts refusals', async () => {
  const counted: string[] = [];
  const refused = { add: ({ of }: { readonly of: string }) => void counted.push(of) };
  const hasher = createPasswordHasher({ cost, limits: { concurrent: 2, queued: 1 }, refused });
  const results = await Promise.allSettled([
    hasher.verify('runs', undefined),
    hasher.verify('gives way to the hash', undefined),
    hasher.verify('too many', undefined),
    hasher.verify('runs', undefined, { isKnown: true }),
    hasher.hash('waits'),
    hasher.verify('too many', undefined, { isKnown: true }),
  ]);
  const busy = { reason: { code: 'UNAVAILABLE', reason: 'OVERLOADED', retryAfterMs: 1_000 } };
  const hash = { value: expect.stringContaining('$argon2id$') };
  expect(results).toMatchObject([{ value: false }, busy, busy, { value: false }, hash, busy]);
  expect(counted.sort()).toEqual(['known', 'stranger', 'stranger']);
});
