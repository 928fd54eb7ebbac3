import { describe, expect, it } from 'vitest';
import { isSecretOf, newClientId, newSecret, parseClientBearer } from './api-credential.ts';

describe('newSecret', () => {
  it('is 256 bits after a prefix, and only the secret matches its hash', () => {
    const made = newSecret();
    expect(made.secret).toMatch(/^pvs_[\w-]{43}$/);
    expect(isSecretOf(made.secret, made)).toBe(true);
    expect(isSecretOf(newSecret().secret, made)).toBe(false);
    expect(isSecretOf('', made)).toBe(false);
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
