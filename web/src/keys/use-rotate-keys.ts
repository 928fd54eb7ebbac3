import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { client } from '../client/client.ts';
import { useChange } from '../client/use-change.ts';

export interface RotationRequest {
  companyId: number;
  keyTypes: readonly EncryptionKey['keyType'][];
}

/**
 * Replaces keys of a company, one call a key type; lists of keys and rotations are fetched again, also after a failure:
 * a type before it may have been replaced. What the former versions protect moves afterwards.
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
