import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const CHEAP = { memory: 64, passes: 1 };

describe('createPasswordHasher', () => {
  it('keeps a slot for who is known, serves them first, and turns the line away when it is long', async () => {
    const hasher = createPasswordHasher(CHEAP, { concurrent: 2, queued: 3 });
    const order: string[] = [];
    const ask = (name: string, isKnown: boolean) =>
      hasher.verify('x', undefined, { isKnown }).then(() => void order.push(name));
    const all = [
      ask('stranger 1', false),
      ask('stranger 2', false),
      ask('known 1', true),
      ask('known 2', true),
    ];
    const late = ask('stranger 3', false);
    await expect(ask('too many', false)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'OVERLOADED',
    });
    await Promise.all([...all, late]);
    expect(order.slice(0, 3).sort()).toEqual(['known 1', 'known 2', 'stranger 1']);
    expect(order.slice(3)).toEqual(['stranger 2', 'stranger 3']);
  });

  it('never accepts a password for an account without a hash, not even the empty one', async () => {
    const hasher = createPasswordHasher(CHEAP);
    expect(await hasher.verify('', undefined)).toBe(false);
    expect(await hasher.verify('x', await hasher.hash('x'))).toBe(true);
  });

  it('lets the configured number run and wait, and turns the next away with a time to come back', async () => {
    const hasher = createPasswordHasher(CHEAP, { concurrent: 1, queued: 2 });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => hasher.hash('x')));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(results[3]).toMatchObject({
      reason: { code: 'UNAVAILABLE', reason: 'OVERLOADED', retryAfterMs: 1_000 },
    });
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$');
  });
});
