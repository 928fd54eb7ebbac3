import { z } from 'zod';
import { companyQuery } from '../query.ts';
import {
  fieldTypeSchema,
  idSchema,
  purposeSchema,
  timestampSchema,
  timeTextSchema,
  verifiedSameSchema,
} from '../scalars.ts';

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
    date: timeTextSchema.optional(),
    ...consentOptions,
    /** Additional purposes of the same consent. */
    alsoFor: z.array(purposeSchema).max(20).optional(),
    expiresAt: timeTextSchema.optional(),
  })
  .meta({ id: 'ConsentDetails' });

/** Why a consent that was accepted may not hold; nothing is refused for it. */
export const consentWarningReasons = [
  /** The company's register has no such purpose. */
  'PURPOSE_UNKNOWN',
  /** The register's purpose has no such notice version. */
  'NOTICE_UNKNOWN',
  /** Dated before the notice that it names, or before the first notice of its purpose, was published. */
  'CONSENT_BEFORE_NOTICE',
  /** Dated before 1970: a typing error or the default of a system. */
  'CONSENT_DATE_IMPLAUSIBLE',
  /** The register could not be read, so that purposes and notices are not compared. */
  'REGISTER_UNAVAILABLE',
] as const;
export const warningSchema = z
  .object({
    reason: z.enum(consentWarningReasons),
    /** The part of the request. */
    path: z.string(),
    /** The purpose that a missing or later notice is of. */
    purpose: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.output<typeof warningSchema>;

/** In the answer of a call that accepted a consent; absent without any. */
export const warned = { warnings: z.array(warningSchema).min(1).optional() };

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
  verifiedSame: verifiedSameSchema,
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
