import { type Environment, loadConfig } from '@pii-vault/platform/config/config';
import { expect, it } from 'vitest';
import { identityConfig } from './config.ts';

const load = (env: Environment) => loadConfig(identityConfig, env);

it.each([
  ['NODE_ENV', 'production'],
  ['PIIVAULT_ENVIRONMENT', 'production'],
])('refuses in production what only tests and measurements need: %s=%s', (name, value) => {
  const forTests = { IDENTITY_LOGIN_THROTTLE: 'off', IDENTITY_PASSWORD_MEMORY_KIB: '64' };
  expect(() => load(forTests)).not.toThrow();
  for (const variable of Object.keys(forTests))
    expect(() => load({ ...forTests, [name]: value })).toThrow(variable);
  expect(load({ [name]: value })).toMatchObject({ loginThrottle: 'on', passwordMemoryKib: 65_536 });
});

it.each([
  ['NODE_ENV', 'production', 'enforce'],
  ['PIIVAULT_ENVIRONMENT', 'production', 'enforce'],
  ['PIIVAULT_ENVIRONMENT', 'testing', 'record'],
])('refuses risky logins in production and elsewhere records them: %s=%s', (name, value, loginRisk) => {
  expect(load({ [name]: value })).toMatchObject({ loginRisk });
  expect(load({ [name]: value, IDENTITY_LOGIN_RISK: '' })).toMatchObject({ loginRisk });
  expect(load({ [name]: value, IDENTITY_LOGIN_RISK: 'record' })).toMatchObject({ loginRisk: 'record' });
});

it('keeps attempts for a year at least', () => {
  expect(() => load({ IDENTITY_ATTEMPT_DAYS: '90' })).toThrow('IDENTITY_ATTEMPT_DAYS');
});
