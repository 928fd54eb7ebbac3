import { type EncryptionKey, keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

/** What the Rotate Key dialog begins with. */
export interface RotationTarget {
  companyId?: number;
  keyType?: EncryptionKey['keyType'];
}

/** `?rotate=` of the address: `2-field` names a key, anything else nothing; undefined when the dialog is closed. */
export function rotationTarget(text: string): RotationTarget | undefined {
  if (text === '') return undefined;
  const [, id, type] = /^([1-9]\d{0,14})-(\w+)$/.exec(text) ?? [];
  const keyType = keyTypes.find((one) => one === type);
  return id !== undefined && keyType !== undefined ? { companyId: Number(id), keyType } : {};
}
