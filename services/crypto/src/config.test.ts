import { type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import { describe, expect, it } from 'vitest';
import { cryptoConfig } from './config.ts';

const load = (env: Environment) => loadConfig(cryptoConfig, env);

describe('settings of the key store', () => {
  it('needs no setting for an evaluation', () => {
    expect(load({})).toMatchObject({ keyStore: 'local', keysDir: '.keys' });
  });

  it.each([
    ['NODE_ENV', 'production'],
    ['PIIVAULT_ENVIRONMENT', 'production'],
  ])('refuses local keys in production without explicit permission: %s=%s', (name, value) => {
    const env = { [name]: value };
    expect(() => load(env)).toThrow(/CRYPTO_ALLOW_LOCAL_KEYS=true/);
    expect(() => load({ ...env, CRYPTO_ALLOW_LOCAL_KEYS: 'true' })).not.toThrow();
    expect(() => load({ ...env, CRYPTO_KEY_STORE: 'kms' })).not.toThrow();
  });

  it('refuses AWS KMS without TLS in production', () => {
    const env = { CRYPTO_KEY_STORE: 'kms', CRYPTO_KMS_ENDPOINT: 'http://kms.internal:8080' };
    expect(() => load(env)).not.toThrow();
    const production = { ...env, PIIVAULT_ENVIRONMENT: 'production' };
    expect(() => load(production)).toThrow('CRYPTO_KMS_ENDPOINT');
    expect(() => load({ ...production, CRYPTO_KMS_ENDPOINT: 'https://kms.internal' })).not.toThrow();
  });

  it('reports all missing PKCS#11 settings together with other errors', () => {
    const env = { CRYPTO_KEY_STORE: 'pkcs11', CRYPTO_PKCS11_SESSIONS: '0' };
    for (const name of ['PKCS11_SESSIONS', 'PKCS11_LIBRARY', 'PKCS11_TOKEN', 'PKCS11_PIN_FILE'])
      expect(() => load(env)).toThrow(`CRYPTO_${name}`);
  });
});
