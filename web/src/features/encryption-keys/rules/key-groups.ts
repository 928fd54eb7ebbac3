import { type EncryptionKey, keyTypes } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { keyLife } from '../../../keys/key-figures.ts';

/** One key of a company: the version in use and those that it has replaced. */
export interface KeyGroup {
  id: string;
  companyId: number;
  companyName: string;
  keyType: EncryptionKey['keyType'];
  /** Undefined for a moment between two versions. */
  current: EncryptionKey | undefined;
  /** Newest first. */
  former: readonly EncryptionKey[];
}

/** Versions put together by company and type: by company, then master, field, backup. */
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

/** Versions by state; those that expire soon are among the active ones. */
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
