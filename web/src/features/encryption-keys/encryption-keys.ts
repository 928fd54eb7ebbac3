import { type EncryptionKey, keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { keyLife } from '../../keys/key-figures.ts';

/** One key of a company: the current version and the expired ones. */
export interface KeyGroup {
  id: string;
  companyId: number;
  companyName: string;
  keyType: EncryptionKey['keyType'];
  /** undefined for a moment during a rotation. */
  current: EncryptionKey | undefined;
  /** Newest first. */
  former: readonly EncryptionKey[];
}

/** Groups versions by company and type, sorted by company, then master, field, backup. */
export function keyGroups(keys: readonly EncryptionKey[]): readonly KeyGroup[] {
  const groups = new Map<string, EncryptionKey[]>();
  for (const key of keys) {
    const id = `${key.companyId}-${key.keyType}`;
    groups.set(id, [...(groups.get(id) ?? []), key]);
  }
  return [...groups]
    .flatMap(([id, versions]) => {
      const newestFirst = versions.toSorted((a, b) => b.version - a.version);
      const [first] = newestFirst;
      if (!first) return [];
      return {
        id,
        companyId: first.companyId,
        companyName: first.company.name,
        keyType: first.keyType,
        current: newestFirst.find(({ status }) => status !== 'expired'),
        former: newestFirst.filter(({ status }) => status === 'expired'),
      };
    })
    .sort((a, b) => a.companyId - b.companyId || keyTypes.indexOf(a.keyType) - keyTypes.indexOf(b.keyType));
}

/** Number of versions by state. `active` includes those that expire soon. */
export function keyCounts(keys: readonly EncryptionKey[], nowMs: number) {
  const inUse = keys.filter(({ status }) => status !== 'expired');
  return {
    total: keys.length,
    active: inUse.length,
    expiringSoon: inUse.filter((key) => keyLife(key, nowMs).isExpiringSoon).length,
    overdue: inUse.filter((key) => keyLife(key, nowMs).isOverdue).length,
    expired: keys.length - inUse.length,
  };
}

/**
 * Reason why an expired version cannot be deleted, as a key below `former.` in the texts. 'ready' if it can be deleted,
 * 'unknown' if only the server can decide.
 */
type Deletion = 'ready' | 'rows' | 'archives' | 'unknown';

export function deletionOf({ keyType, rowsOnVersion }: EncryptionKey): Deletion {
  if (rowsOnVersion === 0) return 'ready';
  if (rowsOnVersion !== null) return 'rows';
  return keyType === 'backup' ? 'archives' : 'unknown';
}

/** Initial values of the Rotate Key dialog. */
export interface RotationTarget {
  companyId?: number;
  keyType?: EncryptionKey['keyType'];
}

/** Parses `?rotate=`: `2-field` preselects a key, any other text nothing. undefined means that the dialog is closed. */
export function rotationTarget(text: string): RotationTarget | undefined {
  if (text === '') return undefined;
  const [, id, type] = /^([1-9]\d{0,14})-(\w+)$/.exec(text) ?? [];
  const keyType = keyTypes.find((one) => one === type);
  return id !== undefined && keyType !== undefined ? { companyId: Number(id), keyType } : {};
}
