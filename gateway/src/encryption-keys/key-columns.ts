import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list. */
export const keyColumns: Columns<EncryptionKey> = {
  id: (key) => key.id,
  keyId: (key) => key.keyId,
  companyId: (key) => key.companyId,
  company: (key) => key.company.name,
  keyType: (key) => key.keyType,
  version: (key) => key.version,
  status: (key) => key.status,
  algorithm: (key) => key.algorithm,
  keySize: (key) => key.keySize,
  hsmKeyReference: (key) => key.hsmKeyReference,
  rotationSchedule: (key) => key.rotationSchedule,
  rowsOnVersion: (key) => key.rowsOnVersion,
  expiresAt: (key) => key.expiresAt,
  rotatedAt: (key) => key.rotatedAt,
  lastRotated: (key) => key.lastRotated,
  createdAt: (key) => key.createdAt,
};
