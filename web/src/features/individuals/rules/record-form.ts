import { consentDetailsSchema } from '@pii-vault/contract/consents/consents-schema';
import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { type CreateRecord, externalIdSchema } from '@pii-vault/contract/pii-records/pii-records-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { z } from 'zod';
import { consentFormSchema, emptyConsent, toConsent } from '../../../pii/consent-form.ts';
import { individualIdOf } from './addresses.ts';
import { findingOf } from './field-checks.ts';
import { fieldOrder } from './field-order.ts';

type Translate = (key: string) => string;

const fieldSchema = (type: FieldType, t: Translate) =>
  z
    .string()
    .max(4000, t('check.tooLong'))
    .superRefine((value, context) => {
      const finding = findingOf(type, value);
      if (finding) context.addIssue({ code: 'custom', message: t(`check.${finding}`) });
    });

/** A value of each type; '' for none. */
const fieldsSchema = (t: Translate) =>
  z.object({
    name: fieldSchema('name', t),
    aadhaar: fieldSchema('aadhaar', t),
    pan: fieldSchema('pan', t),
    phone: fieldSchema('phone', t),
    email: fieldSchema('email', t),
    dob: fieldSchema('dob', t),
    address: fieldSchema('address', t),
    bank_account: fieldSchema('bank_account', t),
    other_id: fieldSchema('other_id', t),
  });

/** Person, fields and consent of the form. The vault validates the values again. */
export const recordFormSchema = (t: Translate) =>
  z
    .object({
      kind: z.enum(['new', 'existing']),
      person: z.string(),
      externalId: z.union([z.literal(''), externalIdSchema], { error: t('check.externalId') }),
      fields: fieldsSchema(t),
      consent: consentFormSchema,
    })
    .superRefine((form, context) => {
      if (form.kind === 'existing' && individualIdOf(form.person) === undefined)
        context.addIssue({ code: 'custom', path: ['person'], message: t('check.person') });
    });
export type RecordForm = z.input<ReturnType<typeof recordFormSchema>>;

export const emptyRecord = (person: string): RecordForm => ({
  kind: person === '' ? 'new' : 'existing',
  person,
  externalId: '',
  fields: {
    name: '',
    aadhaar: '',
    pan: '',
    phone: '',
    email: '',
    dob: '',
    address: '',
    bank_account: '',
    other_id: '',
  },
  consent: emptyConsent,
});

/** Types that have a value. */
export const filledTypes = (fields: RecordForm['fields']): readonly FieldType[] =>
  fieldOrder.filter((type) => fields[type].trim() !== '');

export function toRecord(form: RecordForm, companyId: number): CreateRecord {
  const isExisting = form.kind === 'existing';
  return {
    companyId,
    consentDetails: toConsent(form.consent),
    fields: Object.fromEntries(filledTypes(form.fields).map((type) => [type, form.fields[type].trim()])),
    externalId: form.externalId.trim() || undefined,
    individualId: isExisting ? individualIdOf(form.person) : undefined,
  };
}

type StoredConsent = PiiField['consentDetails'];

/** Whether a corrected value may stay under the consent of the field without another question. */
export const isConsentKept = ({ withdrawnAt, expiresAt }: StoredConsent, now = Date.now()): boolean =>
  withdrawnAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now);

/**
 * A value that replaces a stored one under the same terms. Without a date: a consent with a stated date would end an
 * earlier withdrawal, and the person stated none.
 */
export function toCorrection(
  companyId: number,
  individualId: number,
  { type, value, consent }: { type: FieldType; value: string; consent: StoredConsent },
): CreateRecord {
  const { purpose, noticeVersion, language, channel, alsoFor, expiresAt } = consent;
  // The stored channel is any text of former versions.
  const stated = consentDetailsSchema.parse({
    purpose,
    noticeVersion,
    language,
    channel,
    alsoFor,
    expiresAt,
  });
  return { companyId, individualId, fields: { [type]: value }, consentDetails: stated };
}

/** Form field of a path in a Problem: `fields.pan`, `pan` or `consentDetails.purpose`; undefined for other paths. */
export function placeOf(path: string): `fields.${FieldType}` | 'externalId' | 'consent.purpose' | undefined {
  const last = path.split('.').at(-1) ?? '';
  const type = fieldOrder.find((one) => one === last);
  if (type) return `fields.${type}`;
  if (last === 'externalId') return 'externalId';
  return last === 'purpose' ? 'consent.purpose' : undefined;
}
