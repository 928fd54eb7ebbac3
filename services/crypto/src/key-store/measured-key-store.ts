import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import { type KeyStore, KeyStoreError } from './key-store.ts';

/** Measures each operation of a key store, labelled by outcome: `ok`, or the fault. Key references are never labels. */
export function measuredKeyStore(store: KeyStore, metrics: Pick<Metrics, 'histogram'>): KeyStore {
  const seconds = metrics.histogram(
    'key_store_operation_duration_seconds',
    'Duration of an operation of the key store',
  );

  async function timed<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    const observe = (outcome: string) =>
      seconds.observe({ operation, outcome }, (performance.now() - begin) / 1000);
    try {
      const result = await work();
      observe('ok');
      return result;
    } catch (error) {
      observe(error instanceof KeyStoreError ? error.fault : 'error');
      throw error;
    }
  }

  return {
    generateKey: (algorithm) => timed('generate_key', () => store.generateKey(algorithm)),
    wrap: (reference, plaintext, aad) => timed('wrap', () => store.wrap(reference, plaintext, aad)),
    unwrap: (reference, wrapped, aad) => timed('unwrap', () => store.unwrap(reference, wrapped, aad)),
    sign: (reference, message) => timed('sign', () => store.sign(reference, message)),
    destroy: (reference) => timed('destroy', () => store.destroy(reference)),
    describe: (reference) => timed('describe', () => store.describe(reference)),
    health: () => store.health(),
    close: () => store.close(),
  };
}
