import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { daysLeft, dueKeys } from '../../../keys/key-figures.ts';

/** The worst thing that is known, in one word: a key below `verdict.` in the texts. */
export interface Verdict {
  kind: 'encryption' | 'store' | 'overdue' | 'due' | 'software' | 'good';
  tone: 'error' | 'warning' | 'success';
  /** The key that should be replaced first. */
  key?: EncryptionKey;
}

/** Whether everything is encrypted and the keys are sound; the first of what is wrong, the worst first. */
export function verdictOf(
  { encryption, keyStore }: EnvironmentStatus,
  keys: readonly EncryptionKey[],
  nowMs: number,
): Verdict {
  if (encryption !== 'active') return { kind: 'encryption', tone: 'error' };
  if (keyStore.status !== 'online') return { kind: 'store', tone: 'error' };
  const [first] = dueKeys(keys, nowMs);
  if (first)
    return daysLeft(first, nowMs) < 0
      ? { kind: 'overdue', tone: 'error', key: first }
      : { kind: 'due', tone: 'warning', key: first };
  return keyStore.protection === 'software'
    ? { kind: 'software', tone: 'warning' }
    : { kind: 'good', tone: 'success' };
}
