import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

const cheap = { memory: 64, passes: 1 };

describe('hashPassword', () => {
  it('verifies its own password and no similar one', async () => {
    const stored = await hashPassword('Correct-Horse-7', cheap);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await verifyPassword('Correct-Horse-7', stored)).toBe(true);
    expect(await verifyPassword('Correct-Horse-8', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('uses a random salt: the same password gives two hashes', async () => {
    expect(await hashPassword('x', cheap)).not.toBe(await hashPassword('x', cheap));
  });

  it('treats composed and decomposed letters as the same password', async () => {
    expect(await verifyPassword('Stra\u0301ße', await hashPassword('Str\u00e1ße', cheap))).toBe(true);
  });

  it('throws for a malformed stored hash', async () => {
    await expect(verifyPassword('x', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA')).rejects.toThrow('malformed');
  });

  it('uses 64 MiB and three passes by default', async () => {
    expect(await hashPassword('x')).toContain('$m=65536,t=3,p=1$');
  });
});
