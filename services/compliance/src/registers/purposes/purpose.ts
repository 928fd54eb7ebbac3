import { isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';
import { invalidEntry } from '../../errors.ts';
import { type Entry, namesOf, type RegisterRow } from '../register.ts';
import type { Texts } from '../texts/sealed-texts.ts';

/** Consent (s.6) and the legitimate uses of s.7(a) to (i) of the DPDP Act, 2023; nothing else (s.4). */
export const LAWFUL_BASES = [
  'consent',
  's7_voluntary',
  's7_state_benefit',
  's7_state_function',
  's7_disclosure_duty',
  's7_judgment',
  's7_medical_emergency',
  's7_epidemic',
  's7_disaster',
  's7_employment',
] as const;

/** What a retention period begins with. */
export const END_EVENTS = [
  'consent_withdrawn',
  'account_closed',
  'contract_ended',
  'purpose_served',
  'inactivity',
  'legal_period_ended',
] as const;

export interface Notice {
  readonly version: string;
  readonly fieldTypes: readonly string[];
  readonly retentionDays?: number;
  readonly endEvent?: string;
  /** ISO 8601, UTC. */
  readonly publishedAt: string;
}

export interface PurposeFields {
  readonly purpose: string;
  readonly lawfulBasis: string | null;
  /** Oldest first. */
  readonly notices: readonly Notice[];
}
export type PurposeRow = RegisterRow & PurposeFields;

export interface PurposeChange {
  readonly lawfulBasis?: string | undefined;
  readonly description?: string | undefined;
  /** A further version. */
  readonly notice?: Notice | undefined;
}

/** @throws AppError INVALID_ENTRY */
export function checkPurpose({ purpose, lawfulBasis, notices }: PurposeFields): void {
  if (!isPurpose(purpose)) throw invalidEntry('purpose', `A purpose ${PURPOSE_FORM}`);
  if (lawfulBasis !== null && !LAWFUL_BASES.some((one) => one === lawfulBasis))
    throw invalidEntry('lawfulBasis', 'Consent or a use listed in section 7');
  if (notices.length > MOST_NOTICES)
    throw invalidEntry('notice', `A purpose has at most ${MOST_NOTICES} notices: add another purpose`);
  for (const { version, retentionDays, endEvent } of notices) {
    if (!/^[A-Za-z0-9._-]{1,40}$/.test(version))
      throw invalidEntry('notice.version', 'At most 40 letters, digits, . _ -');
    if (retentionDays !== undefined && (retentionDays < 0 || retentionDays > 36_525))
      throw invalidEntry('notice.retentionDays', '0 to 36525 days');
    if (endEvent !== undefined && !END_EVENTS.some((one) => one === endEvent))
      throw invalidEntry('notice.endEvent', 'An end event of the list');
  }
}

/** Every reading of a purpose has all of its notices. */
const MOST_NOTICES = 100;

/** A change brings further notices only: consents rest on those that were published. */
export function changedPurpose({ row, texts }: Entry<PurposeRow>, change: PurposeChange) {
  const { lawfulBasis = row.lawfulBasis, notice, description } = change;
  const notices = notice === undefined ? row.notices : [...row.notices, notice];
  const fields: PurposeFields = { purpose: row.purpose, lawfulBasis, notices };
  checkPurpose(fields);
  const changed: Texts = description === undefined ? texts : { ...texts, description };
  return { fields, texts: changed, fieldNames: namesOf(change) };
}
