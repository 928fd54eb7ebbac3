import { describe, expect, it } from 'vitest';
import { newClientId, newSecret, parseClientBearer, secretEnd } from './api-credential.ts';

describe('newSecret', () => {
  it('is 256 bits after a prefix, and only the secret matches its hash', () => {
    const made = newSecret();
    expect(made.secret).toMatch(/^pvs_[\w-]{43}$/);
    const stored = { ...made, former: null };
    expect(secretEnd(made.secret, stored)).toBe(Number.MAX_SAFE_INTEGER);
    expect(secretEnd(newSecret().secret, stored)).toBeUndefined();
    expect(secretEnd('', stored)).toBeUndefined();
  });

  it('is accepted until the end of its overlap when it is the former one', () => {
    const [made, old] = [newSecret(), newSecret()];
    const [sha256, salt] = [old.secretSha256.toString('base64'), old.salt.toString('base64')];
    expect(secretEnd(old.secret, { ...made, former: { sha256, salt, until: 7 } })).toBe(7);
  });

  it('stores nothing that contains the secret', () => {
    const made = newSecret();
    expect(Buffer.concat([made.salt, made.secretSha256]).toString('latin1')).not.toContain(
      made.secret.slice(4, 12),
    );
    expect(made.secretSha256).toHaveLength(32);
  });
});

describe('parseClientBearer', () => {
  it('splits at the first colon, and does not match a JWT', () => {
    const clientId = newClientId();
    expect(parseClientBearer(`${clientId}:pvs_x:y`)).toEqual({ clientId, secret: 'pvs_x:y' });
    expect(parseClientBearer('eyJ0eXAi.e30.sig')).toBeUndefined();
    expect(parseClientBearer(':')).toEqual({ clientId: '', secret: '' });
  });
});
