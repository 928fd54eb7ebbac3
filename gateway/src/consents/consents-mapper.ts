import { consentEntrySchema, storedConsentSchema } from '@pii-vault/contract/consents/consents-schema';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { jsonOf } from '../passed/json-of.ts';

/** Consent as parsed by the contract. */
export interface GivenConsent {
  readonly purpose: string;
  readonly date?: string | undefined;
  readonly noticeVersion?: string | undefined;
  readonly language?: string | undefined;
  readonly channel?: string | undefined;
  readonly alsoFor?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
  readonly proofSha256?: string | undefined;
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

export const toConsent = jsonOf(storedConsentSchema);
export const toConsentEntry = jsonOf(consentEntrySchema);
