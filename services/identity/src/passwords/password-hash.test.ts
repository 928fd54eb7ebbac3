import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { createPasswordHasher } from './password-hasher.ts';

const cheap = { memory: 64, passes: 1 };

describe('hashPassword', () => {
  it('verifies its own hash and nothing near it', async () => {
    const stored = await hashPassword('Correct-Horse-7', cheap);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await verifyPassword('Correct-Horse-7', stored)).toBe(true);
    expect(await verifyPassword('Correct-Horse-8', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('salts: the same password twice gives two hashes', async () => {
    expect(await hashPassword('x', cheap)).not.toBe(await hashPassword('x', cheap));
  });

  it('takes composed and decomposed letters as the same password', async () => {
    expect(await verifyPassword('Stra\u0301ße', await hashPassword('Str\u00e1ße', cheap))).toBe(true);
  });

  it('refuses a malformed stored hash loudly', async () => {
    await expect(verifyPassword('x', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA')).rejects.toThrow('malformed');
  });

  it('uses 64 MiB and three passes unless told otherwise', async () => {
    expect(await hashPassword('x')).toContain('$m=65536,t=3,p=1$');
  });
});

describe('createPasswordHasher', () => {
  it('never accepts a password for an account without a hash, not even the empty one', async () => {
    const hasher = createPasswordHasher(cheap);
    expect(await hasher.verify('', undefined)).toBe(false);
    expect(await hasher.verify('x', await hasher.hash('x'))).toBe(true);
  });

  it('skips those who went away while they waited', async () => {
    const hasher = createPasswordHasher(cheap, { concurrent: 1, queued: 2 });
    const gone = new AbortController();
    const first = hasher.hash('x');
    const second = hasher.verify('x', undefined, gone.signal);
    const third = hasher.verify('x', undefined);
    gone.abort();
    await expect(second).rejects.toThrow();
    await expect(first).resolves.toBeDefined();
    await expect(third).resolves.toBe(false);
  });

  it('lets the configured number run and wait, and turns the next away with a time to come back', async () => {
    const hasher = createPasswordHasher(cheap, { concurrent: 1, queued: 2 });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => hasher.hash('x')));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(results[3]).toMatchObject({
      reason: { code: 'RESOURCE_EXHAUSTED', reason: 'BUSY', retryAfterMs: 5_000 },
    });
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$');
  });
});
