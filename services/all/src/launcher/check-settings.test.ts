import { expect, it } from 'vitest';
import { allModules } from '../modules.ts';
import { checkSettings } from './check-settings.ts';

const check = (env: Record<string, string>) => checkSettings(allModules, env, '/console');

/** Settings of a safe production deployment. */
const PRODUCTION = {
  PIIVAULT_ENVIRONMENT: 'production',
  PIIVAULT_ORIGIN: 'https://vault.example.com',
  PIIVAULT_TRUSTED_PROXIES: 'none',
  IDENTITY_SETUP_CODE: 'a-code-of-the-operator',
  IDENTITY_CONSOLE_URL: 'https://vault.example.com',
  CRYPTO_ALLOW_LOCAL_KEYS: 'true',
  SMTP_HOST: 'mail.example.com',
};

it('needs no setting for an evaluation', async () => {
  await expect(check({})).resolves.toMatchObject({ environment: 'development' });
});

it('starts in production when everything is set', async () => {
  await expect(check(PRODUCTION)).resolves.toMatchObject({ environment: 'production' });
});

it('refuses NODE_ENV=production without explicit permission', async () => {
  const env = { ...PRODUCTION, NODE_ENV: 'production' };
  await expect(check(env)).rejects.toThrow(/PIIVAULT_ALLOW_ALL_IN_ONE/);
  await expect(check({ ...env, PIIVAULT_ALLOW_ALL_IN_ONE: 'true' })).resolves.toBeDefined();
});

it('reports all settings that production lacks together', async () => {
  const careless = {
    PIIVAULT_ENVIRONMENT: 'production',
    PIIVAULT_CACHE: 'redis',
    REDIS_URL: 'redis://cache:6379',
    PIIVAULT_BUS: 'kafka',
    KAFKA_BROKERS: 'kafka:9093',
    SMTP_ALLOWS_PLAIN: 'true',
    IDENTITY_IS_TEST_DATABASE: 'true',
  };
  const error: unknown = await check(careless).catch((thrown: unknown) => thrown);
  for (const name of [
    'REDIS_URL: production needs TLS',
    'REDIS_URL: production needs a password',
    'KAFKA_TLS',
    'KAFKA_SASL_USERNAME',
    'SMTP_ALLOWS_PLAIN',
    'IDENTITY_IS_TEST_DATABASE',
    'IDENTITY_SETUP_CODE',
    'IDENTITY_CONSOLE_URL',
    'PIIVAULT_ORIGIN',
    'PIIVAULT_TRUSTED_PROXIES',
    'CRYPTO_KEY_STORE',
  ])
    expect(String(error)).toContain(name);
});
