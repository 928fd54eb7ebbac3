import type { Logger } from '@pii-vault/platform/core/log/log';
import type { CryptoConfig } from '../config.ts';
import type { KeyStore } from './key-store.ts';
import { openLocalKeyStore } from './local-key-store.ts';

/** Opens the configured key store. Dependencies of the others are not loaded. */
export async function openKeyStore(config: CryptoConfig, log: Logger): Promise<KeyStore> {
  const store = await openChosen(config);
  const { kind, notice, status } = await store.health();
  log.info('key store opened', { kind, notice, status });
  return store;
}

async function openChosen(config: CryptoConfig): Promise<KeyStore> {
  switch (config.keyStore) {
    case 'local':
      return openLocalKeyStore(config.keysDir);
    case 'pkcs11': {
      const { openPkcs11KeyStore } = await import('./pkcs11-key-store.ts');
      return openPkcs11KeyStore({
        library: config.pkcs11Library ?? '',
        token: config.pkcs11Token ?? '',
        pin: config.pkcs11Pin?.reveal() ?? '',
        sessions: config.pkcs11Sessions,
        timeoutMs: config.keyStoreTimeoutMs,
      });
    }
    case 'kms': {
      const { openKmsKeyStore } = await import('./kms-key-store.ts');
      return openKmsKeyStore({
        region: config.kmsRegion,
        endpoint: config.kmsEndpoint,
        deletionDays: config.kmsDeletionDays,
        timeoutMs: config.keyStoreTimeoutMs,
      });
    }
  }
}
