import { describe, expect, it } from 'vitest';
import { acceptedSecret, newClientId, newSecret, parseClientBearer } from './api-credential.ts';

describe('newSecret', () => {
  it('is 256 bits after a prefix, and only the secret matches its hash', () => {
    const made = newSecret();
    expect(made.secret).toMatch(/^pvs_[\w-]{43}$/);
    const stored = { ...made, secretChange: 9, madeBy: 3, mayErase: true, former: null };
    expect(acceptedSecret(made.secret, stored)).toEqual({
      ...{ change: 9, madeBy: 3, mayErase: true, until: Number.MAX_SAFE_INTEGER },
    });
    expect(acceptedSecret(newSecret().secret, stored)).toBeUndefined();
    expect(acceptedSecret('', stored)).toBeUndefined();
  });

  it('is accepted until the end of its overlap, with the rights that it had, when it is the former one', () => {
    const [made, old] = [newSecret(), newSecret()];
    const [sha256, salt] = [old.secretSha256.toString('base64'), old.salt.toString('base64')];
    const had = { change: 8, madeBy: 4, mayErase: false, until: 7 };
    const stored = { ...made, secretChange: 9, madeBy: 3, mayErase: true, former: { sha256, salt, ...had } };
    expect(acceptedSecret(old.secret, stored)).toEqual(had);
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
