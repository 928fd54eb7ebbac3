import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

/** A running rotation of a field key. */
export const sampleRotation = (change: Partial<ListedRotation> = {}): ListedRotation => ({
  id: 3,
  companyId: 1,
  company: { name: 'Asha Bank' },
  keyType: 'field',
  toVersion: 2,
  cause: 'request',
  rewrapped: 250,
  total: 1000,
  perSecond: 50,
  status: 'running',
  startedAt: '2026-11-21T08:00:00.000Z',
  finishedAt: null,
  ...change,
});
