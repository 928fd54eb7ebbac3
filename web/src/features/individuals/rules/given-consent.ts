import {
  channelSchema,
  type GiveConsents,
  languageSchema,
  noticeVersionSchema,
} from '@pii-vault/contract/consents/consents-schema';
import { purposeSchema } from '@pii-vault/contract/scalars';
import { z } from 'zod';
import { consentChannels } from '../../../pii/consent-form.ts';

type Translate = (key: string) => string;

/** A consent that is recorded for stored people, as form values. */
export const givenConsentSchema = (t: Translate, now: () => number = Date.now) =>
  z.object({
    purpose: purposeSchema,
    noticeVersion: z.string().min(1, t('give.check.notice')).pipe(noticeVersionSchema),
    language: z.string().min(1, t('give.check.language')).pipe(languageSchema),
    channel: z.string().min(1, t('give.check.channel')).pipe(channelSchema),
    /** Local time; '' is now. */
    date: z.string().refine((text) => text === '' || Date.parse(text) <= now(), t('give.check.date')),
    proofSha256: z.string(),
  });
export type GivenConsentForm = z.input<ReturnType<typeof givenConsentSchema>>;

export const emptyGiven = (purpose: string): GivenConsentForm => ({
  purpose,
  noticeVersion: '',
  language: '',
  channel: '',
  date: '',
  proofSha256: '',
});

/** Consent as the contract expects it. */
export function toGiven(
  form: GivenConsentForm,
  now: () => number = Date.now,
): GiveConsents['consentDetails'] {
  return {
    purpose: form.purpose,
    noticeVersion: form.noticeVersion,
    language: form.language,
    channel: consentChannels.find((channel) => channel === form.channel) ?? 'paper',
    date: new Date(form.date === '' ? now() : Date.parse(form.date)).toISOString(),
    proofSha256: form.proofSha256 || undefined,
  };
}

/** Larger files do not fit into the memory of a small device. */
export const MAX_PROOF_BYTES = 100 * 1024 * 1024;

/**
 * SHA-256 of a file in hexadecimal digits. The file stays in the browser. Rejects outside secure contexts (HTTPS):
 * browsers have no hash function there.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
