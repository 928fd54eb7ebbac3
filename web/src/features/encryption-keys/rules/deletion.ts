import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

/**
 * Why an expired version cannot be deleted now, as a key below `former.` in the texts; 'ready' when it can, and
 * 'unknown' when only the server can say.
 */
export type Deletion = 'ready' | 'rows' | 'archives' | 'unknown';

export function deletionOf({ keyType, rowsOnVersion }: EncryptionKey): Deletion {
  if (rowsOnVersion === 0) return 'ready';
  if (rowsOnVersion !== null) return 'rows';
  return keyType === 'backup' ? 'archives' : 'unknown';
}
