import { type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import { expect, it } from 'vitest';
import { gatewayConfig, proxyRanges } from './config.ts';

const load = (env: Environment) => loadConfig(gatewayConfig, env);
const SAFE = { PIIVAULT_ORIGIN: 'https://vault.example.com', PIIVAULT_TRUSTED_PROXIES: '10.0.0.0/8' };

it.each([
  ['PIIVAULT_ORIGIN', ''],
  ['PIIVAULT_ORIGIN', 'http://vault.example.com'],
  ['PIIVAULT_ORIGIN', 'https://localhost:8443'],
  ['PIIVAULT_TRUSTED_PROXIES', ''],
  ['PIIVAULT_TRUSTED_PROXIES', '0.0.0.0/0'],
  ['PIIVAULT_TRUSTED_PROXIES', '10.0.0.0/8,::/0'],
  ['PIIVAULT_TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
])('refuses %s=%s in production only', (name, value) => {
  const env = { ...SAFE, [name]: value };
  expect(() => load({ ...env, PIIVAULT_ENVIRONMENT: 'production' })).toThrow(name);
  expect(() => load(env)).not.toThrow();
});

it('accepts an explicit absence of proxies', () => {
  const config = load({ ...SAFE, PIIVAULT_TRUSTED_PROXIES: 'none', PIIVAULT_ENVIRONMENT: 'production' });
  expect(proxyRanges(config.trustedProxies)).toEqual([]);
  expect(proxyRanges(load(SAFE).trustedProxies)).toEqual(['10.0.0.0/8']);
});

it.each([
  ['PIIVAULT_TRUSTED_PROXIES', 'none,10.0.0.1'],
  ['PIIVAULT_TRUSTED_PROXIES', 'proxy.example.com'],
  ['PIIVAULT_ALLOWED_HOSTS', 'vault.example.com:443'],
  ['PIIVAULT_ALLOWED_HOSTS', '*'],
])('refuses %s=%s everywhere', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});
