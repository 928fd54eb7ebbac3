import { z } from 'zod';
import { noticeVersionSchema } from '../consents/consents-schema.ts';
import { shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import {
  fieldTypeSchema,
  givenTimeSchema,
  idSchema,
  purposeSchema,
  textSchema,
  timestampSchema,
  versionSchema,
} from '../scalars.ts';

/** Consent (s.6) and the uses of s.7(a) to (i) of the DPDP Act, 2023. */
export const lawfulBases = [
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
export const endEvents = [
  'consent_withdrawn',
  'account_closed',
  'contract_ended',
  'purpose_served',
  'inactivity',
  'legal_period_ended',
] as const;

const noticeFields = {
  version: noticeVersionSchema,
  fieldTypes: z.array(fieldTypeSchema).min(1).max(9),
  /** Days of retention after the end event. */
  retentionDays: z.number().int().min(0).max(36_525).optional(),
  endEvent: z.enum(endEvents).optional(),
};
const newNoticeSchema = z.strictObject({ ...noticeFields, publishedAt: givenTimeSchema.optional() });

export const purposeEntrySchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    purpose: purposeSchema,
    lawfulBasis: z.enum(lawfulBases).nullable(),
    description: z.string(),
    texts: shownTextsSchema,
    /** Oldest first. */
    notices: z.array(z.object({ ...noticeFields, publishedAt: timestampSchema })),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'Purpose' });
export type PurposeEntry = z.output<typeof purposeEntrySchema>;

export const listPurposesQuery = z.strictObject({ ...companyQuery, ...pageQuery });

export const createPurposeSchema = z.strictObject({
  companyId: idSchema.optional(),
  purpose: purposeSchema,
  lawfulBasis: z.enum(lawfulBases).optional(),
  description: textSchema(2_000).default(''),
  notice: newNoticeSchema.optional(),
});

/** A notice adds a version: consents refer to published versions. */
export const updatePurposeSchema = z.strictObject({
  lawfulBasis: z.enum(lawfulBases).optional(),
  description: textSchema(2_000).optional(),
  notice: newNoticeSchema.optional(),
});
