import { type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import { expect, it } from 'vitest';
import { identityConfig } from './config.ts';

const load = (env: Environment) => loadConfig(identityConfig, env);
/** Settings that production requires. */
const SAFE = { IDENTITY_SETUP_CODE: 'a-code', IDENTITY_CONSOLE_URL: 'https://vault.example.com' };

it.each([
  ['NODE_ENV', 'production'],
  ['PIIVAULT_ENVIRONMENT', 'production'],
])('refuses settings for tests and measurements in production: %s=%s', (name, value) => {
  const forTests = {
    ...{ IDENTITY_LOGIN_THROTTLE: 'off', IDENTITY_PASSWORD_MEMORY_KIB: '64' },
    IDENTITY_INDEPENDENCE_DAYS: '0',
  };
  expect(() => load(forTests)).not.toThrow();
  for (const variable of Object.keys(forTests))
    expect(() => load({ ...SAFE, ...forTests, [name]: value })).toThrow(variable);
  expect(load({ ...SAFE, [name]: value })).toMatchObject({ loginThrottle: 'on', passwordMemoryKib: 65_536 });
});

it.each([
  ['NODE_ENV', 'production', 'enforce'],
  ['PIIVAULT_ENVIRONMENT', 'production', 'enforce'],
  ['PIIVAULT_ENVIRONMENT', 'testing', 'record'],
])('refuses risky logins in production and only records them elsewhere: %s=%s', (name, value, loginRisk) => {
  expect(load({ ...SAFE, [name]: value })).toMatchObject({ loginRisk });
  expect(load({ ...SAFE, [name]: value, IDENTITY_LOGIN_RISK: '' })).toMatchObject({ loginRisk });
  expect(load({ ...SAFE, [name]: value, IDENTITY_LOGIN_RISK: 'record' })).toMatchObject({
    loginRisk: 'record',
  });
});

it('requires a second factor of administrators in production only, and refuses unknown roles', () => {
  expect(load({ ...SAFE, NODE_ENV: 'production' }).secondFactorRoles).toEqual(['super_admin', 'admin']);
  expect(load({}).secondFactorRoles).toEqual([]);
  const roles = (list: string) => load({ IDENTITY_SECOND_FACTOR_ROLES: list }).secondFactorRoles;
  expect(roles('admin, pii_view')).toEqual(['admin', 'pii_view']);
  expect(roles('none')).toEqual([]);
  for (const wrong of ['admin,root', 'none,admin', 'admin,'])
    expect(() => roles(wrong)).toThrow('IDENTITY_SECOND_FACTOR_ROLES');
});

it('keeps attempts for at least a year', () => {
  expect(() => load({ IDENTITY_ATTEMPT_DAYS: '90' })).toThrow('IDENTITY_ATTEMPT_DAYS');
});

it.each([
  ['IDENTITY_SETUP_CODE', ''],
  ['IDENTITY_IS_TEST_DATABASE', 'true'],
  ['IDENTITY_CONSOLE_URL', ''],
  ['IDENTITY_CONSOLE_URL', 'https://localhost:8080'],
  ['IDENTITY_CONSOLE_URL', 'http://vault.example.com'],
])('refuses %s=%s in production, but not in an evaluation', (name, value) => {
  const env = { ...SAFE, [name]: value };
  expect(() => load({ ...env, PIIVAULT_ENVIRONMENT: 'production' })).toThrow(name);
  expect(() => load(env)).not.toThrow();
});
