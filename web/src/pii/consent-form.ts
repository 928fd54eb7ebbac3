import {
  channelSchema,
  consentChannels,
  languageSchema,
  noticeVersionSchema,
} from '@pii-vault/contract/consents/consents-schema';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { z } from 'zod';

export { consentChannels };

/** An input may be empty; else the contract's schema applies. */
const optionalText = (schema: z.ZodType) =>
  z.string().superRefine((value, context) => {
    if (value === '') return;
    const message = schema.safeParse(value).error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const slugsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map(canonicalPurpose)
    .filter((one) => one !== '');

const alsoFor = z.string().superRefine((text, context) => {
  for (const one of slugsOf(text)) {
    const message = purposeSchema.safeParse(one).error?.issues[0]?.message;
    if (message !== undefined) return context.addIssue({ code: 'custom', message });
  }
});

/** Consent as form values: all strings. */
export const consentFormSchema = z.object({
  purpose: purposeSchema,
  noticeVersion: optionalText(noticeVersionSchema),
  language: optionalText(languageSchema),
  channel: optionalText(channelSchema),
  alsoFor,
});
export type ConsentForm = z.input<typeof consentFormSchema>;

export const emptyConsent: ConsentForm = {
  purpose: '',
  noticeVersion: '',
  language: '',
  channel: '',
  alsoFor: '',
};

/** Distinct purposes of the two inputs. */
export const purposesIn = (purpose: string, further: string): readonly string[] => [
  ...new Set(slugsOf(`${purpose},${further}`).filter((one) => purposeSchema.safeParse(one).success)),
];

/** Consent as the contract expects it, without empty values. */
export function toConsent(form: ConsentForm) {
  const further = slugsOf(form.alsoFor);
  return {
    purpose: canonicalPurpose(form.purpose),
    noticeVersion: form.noticeVersion || undefined,
    language: form.language || undefined,
    channel: consentChannels.find((channel) => channel === form.channel),
    alsoFor: further.length > 0 ? [...further] : undefined,
  };
}
