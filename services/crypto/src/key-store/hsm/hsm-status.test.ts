import { expect, it } from 'vitest';
import type { StoreHealth } from '../key-store.ts';
import { hsmStatusOf } from './hsm-status.ts';

const device = {
  manufacturer: 'ACME',
  model: 'H1',
  serialNumber: '••34',
  firmwareVersion: '2.6',
  figures: { sessions: 2 },
};
const health: StoreHealth = {
  kind: 'pkcs11',
  name: 'token',
  protection: 'hsm',
  notice: 'n',
  status: 'online',
  device,
};
const census = { keysChecked: 3, keysDisabled: 0, keysMissing: 0 };

it('contains the figures of the device and measured ones', () => {
  expect(hsmStatusOf(health, 7, census)).toEqual({
    hsmId: 'pkcs11:token',
    status: 'online',
    alertLevel: 'normal',
    serialNumber: '••34',
    firmwareVersion: '2.6',
    metrics: { sessions: 2, latencyMs: 7, ...census },
  });
});

it('reports no figures for a store that does not answer', () => {
  const offline: StoreHealth = { ...health, status: 'offline', device: undefined };
  expect(hsmStatusOf(offline, 7, undefined)).toEqual({
    hsmId: 'pkcs11:token',
    status: 'offline',
    alertLevel: 'critical',
    serialNumber: undefined,
    firmwareVersion: undefined,
    metrics: {},
  });
});

it.each([
  ['maintenance', census, 'warning'],
  ['online', { ...census, keysDisabled: 1 }, 'critical'],
  ['online', { ...census, keysMissing: 1 }, 'critical'],
  ['online', undefined, 'critical'],
] as const)('%s with %j is %s', (status, found, level) => {
  expect(hsmStatusOf({ ...health, status }, 1, found).alertLevel).toBe(level);
});
