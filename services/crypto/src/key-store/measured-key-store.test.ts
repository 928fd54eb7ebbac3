import { createMetrics } from '@pii-vault/platform/core/telemetry/metrics';
import { expect, it } from 'vitest';
import { type KeyStore, KeyStoreError } from './key-store.ts';
import { measuredKeyStore } from './measured-key-store.ts';

const unused = () => Promise.reject(new Error('not used'));
const store: KeyStore = {
  generateKey: unused,
  wrap: () => Promise.reject(new KeyStoreError('unavailable', 'The device does not answer')),
  unwrap: () => Promise.resolve(Buffer.from('key')),
  sign: unused,
  destroy: unused,
  describe: unused,
  health: unused,
  close: () => Promise.resolve(),
};

it('counts operations by outcome and returns result and error unchanged', async () => {
  const metrics = createMetrics();
  const measured = measuredKeyStore(store, metrics);
  expect(await measured.unwrap('local:1', Buffer.alloc(1), Buffer.alloc(0))).toEqual(Buffer.from('key'));
  await expect(measured.wrap('local:1', Buffer.alloc(1), Buffer.alloc(0))).rejects.toMatchObject({
    fault: 'unavailable',
  });
  const text = await metrics.text();
  const counted = (labels: string) => `piivault_key_store_operation_duration_seconds_count{${labels}} 1`;
  expect(text).toContain(counted('operation="unwrap",outcome="ok"'));
  expect(text).toContain(counted('operation="wrap",outcome="unavailable"'));
  expect(text).not.toContain('local:1');
});
