import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import { daysLeft, dueKeys } from '../../keys/key-figures.ts';
import type { Tone } from '../../ui/status-badge.tsx';

/** The worst known problem; `kind` is a key below `verdict.` in the texts. */
interface Verdict {
  kind: 'encryption' | 'store' | 'overdue' | 'due' | 'software' | 'good';
  tone: 'error' | 'warning' | 'success';
  /** The key that should be rotated first. */
  key?: EncryptionKey;
}

/** Returns the worst problem of encryption, key store and keys, or 'good'. */
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

/** Encryption of the values of one company. */
export interface CompanyEncryption {
  company: Company;
  /** Current versions; undefined until the company's first record creates them. */
  field: EncryptionKey | undefined;
  master: EncryptionKey | undefined;
  /** Number of people whose data key is under any version of the field key; null if the vault does not report it. */
  people: number | null;
  /** Time of the earliest rotation of the current keys. */
  nextRotation: string | undefined;
}

/** One entry per company, in the order of `companies`. */
export function encryptionByCompany(
  companies: readonly Company[],
  keys: readonly EncryptionKey[],
): readonly CompanyEncryption[] {
  return companies.map((company) => {
    const own = keys.filter(({ companyId }) => companyId === company.id);
    const inUse = own.filter(({ status }) => status !== 'expired');
    const ofType = (type: EncryptionKey['keyType']) => inUse.find(({ keyType }) => keyType === type);
    return {
      company,
      field: ofType('field'),
      master: ofType('master'),
      people: peopleUnder(own.filter(({ keyType }) => keyType === 'field')),
      nextRotation: inUse.map(({ expiresAt }) => expiresAt).sort()[0],
    };
  });
}

function peopleUnder(fieldKeys: readonly EncryptionKey[]): number | null {
  let people = 0;
  for (const { rowsOnVersion } of fieldKeys) {
    if (rowsOnVersion === null) return null;
    people += rowsOnVersion;
  }
  return people;
}

type Entry = HsmStatus['entries'][number];

export const statusTones = { online: 'success', offline: 'error', maintenance: 'warning' } as const;
export const alertTones = { normal: 'success', warning: 'warning', critical: 'error' } as const;

/** A period in one state. Without an entry, the key store was not monitored. */
interface Stretch {
  key: string;
  /** Share of the total time, 0–100. */
  percent: number;
  tone: Tone;
  entry: Entry | undefined;
}

/** A gap up to this length is the normal interval between two checks. */
const BETWEEN_LOOKS_MS = 5 * 60_000;

/** Periods and the gaps between them, oldest first, with their shares of the total time. */
export function stretchesOf(entries: readonly Entry[], nowMs: number): readonly Stretch[] {
  const oldestFirst = [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const from = Date.parse(oldestFirst[0]?.createdAt ?? '');
  const whole = nowMs - from;
  if (!(whole > 0)) return [];
  return oldestFirst.flatMap((entry, index) => {
    const begin = Date.parse(entry.createdAt);
    const seenUntil = Date.parse(entry.lastHealthCheck);
    const next = oldestFirst[index + 1];
    const nextBegin = next ? Date.parse(next.createdAt) : nowMs;
    const isGap = nextBegin - seenUntil > BETWEEN_LOOKS_MS;
    const share = (ms: number) => (100 * Math.max(0, ms)) / whole;
    const state: Stretch = {
      key: String(entry.id),
      percent: share((isGap ? seenUntil : nextBegin) - begin),
      tone: statusTones[entry.status],
      entry,
    };
    const gap = { key: `${entry.id}-gap`, percent: share(nextBegin - seenUntil), entry: undefined };
    return isGap ? [state, { ...gap, tone: 'neutral' as const }] : [state];
  });
}
