import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { client } from '../client/client.ts';
import { useChange } from '../client/use-change.ts';

export interface RotationRequest {
  companyId: number;
  keyTypes: readonly EncryptionKey['keyType'][];
}

/**
 * Rotates keys of a company, one call per key type. Keys and rotations are refetched also after a failure, because an
 * earlier type may have been rotated. Data of the former versions is re-encrypted afterwards.
 */
export const useRotateKeys = () =>
  useChange(
    async ({ companyId, keyTypes }: RotationRequest) => {
      for (const keyType of keyTypes)
        await client.call('POST /encryption-keys/rotate', { body: { companyId, keyType } });
    },
    ['/encryption-keys', '/encryption-keys/rotations'],
    { alsoWhenRefused: true },
  );
