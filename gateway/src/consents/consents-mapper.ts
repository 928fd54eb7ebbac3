import type { ConsentEntry, storedConsentSchema } from '@pii-vault/contract/consents/consents-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { ConsentDetails, ConsentEntry as StoredEntry } from '@pii-vault/proto/vault/v1/consents';
import type { z } from 'zod';
import { given, oneOf, present, toIso } from '../wire/values.ts';

/** Consent as parsed by the contract. */
export interface GivenConsent {
  readonly purpose: string;
  readonly date?: string | undefined;
  readonly noticeVersion?: string | undefined;
  readonly language?: string | undefined;
  readonly channel?: string | undefined;
  readonly alsoFor?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
}

export function fromConsent(consent: GivenConsent): ConsentDetails {
  const { date, expiresAt, alsoFor = [], ...rest } = consent;
  return {
    ...rest,
    alsoFor,
    date: date === undefined ? undefined : new Date(date),
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}

export function toConsent(consent: ConsentDetails | undefined): z.output<typeof storedConsentSchema> {
  const { purpose, date, noticeVersion, language, channel, alsoFor, expiresAt, withdrawnAt } =
    present(consent);
  return {
    purpose,
    date: toIso(date),
    ...given({
      noticeVersion,
      language,
      channel,
      alsoFor: [...alsoFor],
      expiresAt: expiresAt?.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString(),
    }),
  };
}

export function toConsentEntry(entry: StoredEntry): ConsentEntry {
  return {
    id: entry.id,
    companyId: entry.companyId,
    kind: oneOf(['given', 'withdrawn'], entry.kind),
    details: toConsent(entry.details),
    fieldTypes: entry.fieldTypes.map((type) => oneOf(fieldTypes, type)),
    recordedAt: toIso(entry.recordedAt),
  };
}
