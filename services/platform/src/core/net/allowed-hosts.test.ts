import { expect, it } from 'vitest';
import { hostCheck } from './allowed-hosts.ts';

const isOurs = hostCheck(['vault.example.com', '.svc.cluster.local']);

it.each([
  undefined,
  '',
  'localhost',
  'LOCALHOST:8080',
  'localhost.:8080',
  'vault.localhost:80',
  '127.0.0.1:8080',
  '10.2.3.4',
  '[::1]:8080',
  '[2001:db8::1]',
  'vault.example.com',
  'Vault.Example.com:443',
  'gateway.prod.svc.cluster.local:9464',
])('accepts %j', (host) => expect(isOurs(host)).toBe(true));

it.each([
  'evil.example:8080',
  'vault.example.com.evil.example',
  'notlocalhost',
  'localhost.evil.example',
  '127.0.0.1.evil.example:8080',
  '127.0.0.1:8080:80',
  '127.0.0.1@evil.example',
  '[evil.example]',
  '[::1',
  '0x7f000001',
  'svc.cluster.local',
  ' localhost',
])('refuses %j', (host) => expect(isOurs(host)).toBe(false));
