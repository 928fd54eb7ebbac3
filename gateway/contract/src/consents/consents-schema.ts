import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { fieldTypeSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** A fixed catalogue, so that consents contain no free text. */
export const consentChannels = [
  'web',
  'mobile',
  'branch',
  'call_centre',
  'paper',
  'partner',
  'import',
  // A parent or lawful guardian of a child, verified (DPDP Rules, 2025, Rule 10).
  'guardian',
] as const;
export const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'A language such as en or hi-IN');
export const noticeVersionSchema = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,40}$/, 'At most 40 letters, digits, . _ -');
export const channelSchema = z.enum(consentChannels);

export const consentOptions = {
  noticeVersion: noticeVersionSchema.optional(),
  language: languageSchema.optional(),
  channel: channelSchema.optional(),
};

/** Consent as stated by a caller: the purpose is required, the date defaults to now. */
export const consentDetailsSchema = z
  .strictObject({
    purpose: purposeSchema,
    date: timestampSchema.optional(),
    ...consentOptions,
    /** Additional purposes of the same consent. */
    alsoFor: z.array(purposeSchema).max(20).optional(),
    expiresAt: timestampSchema.optional(),
  })
  .meta({ id: 'ConsentDetails' });

/** Consent as stored; only a withdrawal sets withdrawnAt. */
export const storedConsentSchema = z
  .object({
    purpose: z.string(),
    date: timestampSchema,
    noticeVersion: z.string().optional(),
    language: z.string().optional(),
    channel: z.string().optional(),
    alsoFor: z.array(z.string()).optional(),
    expiresAt: timestampSchema.optional(),
    withdrawnAt: timestampSchema.optional(),
  })
  .meta({ id: 'StoredConsent' });

export const withdrawConsentSchema = z.strictObject({
  companyId: idSchema.optional(),
  purpose: purposeSchema,
  /** Absent: all fields given for the purpose. */
  fieldTypes: z.array(fieldTypeSchema).min(1).max(9).optional(),
});

export const withdrawnSchema = z.object({
  success: z.literal(true),
  withdrawnAt: timestampSchema,
  fieldTypes: z.array(fieldTypeSchema),
});

export const listConsentsQuery = z.strictObject(companyQuery);

/** One entry of the append-only history; ids are unique per company and person. */
export const consentEntrySchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    kind: z.enum(['given', 'withdrawn']),
    details: storedConsentSchema,
    /** Field types of the entry; empty: all. */
    fieldTypes: z.array(fieldTypeSchema),
    recordedAt: timestampSchema,
  })
  .meta({ id: 'ConsentEntry' });
export type ConsentEntry = z.output<typeof consentEntrySchema>;
