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
    /** Only in the history of consents. */
    proofSha256: z.string().optional(),
  })
  .meta({ id: 'StoredConsent' });

/** People of one call that records or withdraws consents. */
export const consentBatchLimit = 200;
const batchFields = {
  companyId: idSchema.optional(),
  individualIds: z.array(idSchema).min(1).max(consentBatchLimit, 'At most 200 individuals'),
  /** Absent: all fields of the person. */
  fieldTypes: z.array(fieldTypeSchema).min(1).max(9).optional(),
  /** Judges everybody and writes nothing. */
  dryRun: z.boolean().optional(),
};

export const proofSha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 of 64 digits 0-9 and a-f');

/** The purpose and the notice version must be in the company's register, the notice published by the date. */
export const giveConsentsSchema = z.strictObject({
  ...batchFields,
  consentDetails: z.strictObject({
    purpose: purposeSchema,
    noticeVersion: noticeVersionSchema,
    language: languageSchema,
    channel: channelSchema,
    /** When the person consented: it ends a withdrawal before it. */
    date: timeTextSchema,
    expiresAt: timeTextSchema.optional(),
    /** SHA-256 of the proof, which stays with the company. */
    proofSha256: proofSha256Schema.optional(),
  }),
});
export type GiveConsents = z.input<typeof giveConsentsSchema>;

export const withdrawConsentsSchema = z.strictObject({ ...batchFields, purpose: purposeSchema });

export const consentRefusals = ['NOT_FOUND', 'ERASED', 'NO_FIELDS', 'CONSENT_WITHDRAWN'] as const;
/** In the order of the request. */
export const consentResultsSchema = z.object({
  results: z.array(
    z.object({
      individualId: idSchema,
      status: z.enum(['given', 'withdrawn', 'unchanged', 'refused']),
      /** CONSENT_WITHDRAWN: the person withdrew the purpose after the stated date, in this record or another one. */
      reason: z.enum(consentRefusals).optional(),
      /** Fields of the consent; of a withdrawal those whose use stops. */
      fieldTypes: z.array(fieldTypeSchema),
    }),
  ),
});

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
