import type { KeyStore } from '../src/key-store/key-store.ts';
import { type KmsOptions, openKmsKeyStore } from '../src/key-store/kms-key-store.ts';

export const KMS_OPTIONS: Omit<KmsOptions, 'endpoint'> = {
  region: 'eu-central-1',
  deletionDays: 7,
  timeoutMs: 10_000,
};

/** The adapter connected to an emulator, which accepts any credentials. */
export function openTestKms(endpoint: string, options: Partial<KmsOptions> = {}): Promise<KeyStore> {
  process.env.AWS_ACCESS_KEY_ID = 'emulator';
  process.env.AWS_SECRET_ACCESS_KEY = 'emulator';
  return openKmsKeyStore({ ...KMS_OPTIONS, endpoint, ...options });
}
