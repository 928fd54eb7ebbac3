import { z } from 'zod';
import { exportQuery } from '../query.ts';
import {
  countSchema,
  fieldTypeSchema,
  idSchema,
  nameSchema,
  percentSchema,
  timestampSchema,
  versionSchema,
} from '../scalars.ts';

export const tiers = ['primary', 'secondary', 'healthcare', 'finance'] as const;
export const tierSchema = z.enum(tiers);
export const companyStatuses = ['active', 'inactive', 'suspended'] as const;
export const companyStatusSchema = z.enum(companyStatuses);

/** IANA name of the zone that decides when the company's days begin; no offset. */
export const timeZoneSchema = z
  .string()
  .regex(/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/, 'A time zone is an IANA name such as Asia/Kolkata')
  .max(64)
  .meta({ examples: ['Asia/Kolkata'] });

const jsonLimit = 16 * 1024;
const jsonObject = z
  .record(z.string().max(100), z.json())
  .refine((value) => JSON.stringify(value).length <= jsonLimit, 'At most 16 KiB');

export const complianceLabelSchema = z.object({
  status: z.enum(['compliant', 'warning', 'violation', 'unknown']),
  score: percentSchema.nullable(),
  /** Mean over the rules that are not in force yet; null when none was checked. */
  readiness: percentSchema.nullable(),
});

/** The open request of an administrator to end the suspension. */
export const reactivationRequestSchema = z.object({
  requestedAt: timestampSchema,
  requestedBy: idSchema,
  /** null: currently not known. */
  requestedByName: z.string().nullable(),
  reason: z.string(),
});

export const companySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    code: z.string(),
    tier: z.string(),
    status: companyStatusSchema,
    timeZone: timeZoneSchema,
    brandingConfig: z.record(z.string(), z.json()),
    complianceRequirements: z.record(z.string(), z.json()),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
    individuals: countSchema,
    piiRecords: countSchema,
    encryptionKeys: countSchema,
    compliance: complianceLabelSchema,
    /** The newest act of a user or an API client; scheduled checks and other work of services are none. */
    lastActivityAt: timestampSchema.nullable(),
    dataTypes: z.array(fieldTypeSchema),
    /** Aadhaar numbers are always encrypted; 'none' when the company has none. */
    aadhaarStatus: z.enum(['encrypted', 'none']),
    /** Only of a suspended company, and for those who manage it; null: none is open. */
    reactivationRequest: reactivationRequestSchema.nullable(),
  })
  .meta({ id: 'Company' });
export type Company = z.output<typeof companySchema>;

export const exportCompaniesQuery = z.strictObject(exportQuery);

const name = nameSchema.min(1, 'Company name is required').max(200);
const code = nameSchema
  .min(1, 'Company code is required')
  .max(10, 'Company code must be at most 10 characters');

export const createCompanySchema = z.strictObject({
  name,
  code,
  tier: tierSchema.default('secondary'),
  status: companyStatusSchema.default('active'),
  timeZone: timeZoneSchema.optional(),
});
export type CreateCompany = z.input<typeof createCompanySchema>;

/** Updates the given fields; the status has a separate call. */
export const updateCompanySchema = z.strictObject({
  name: name.optional(),
  code: code.optional(),
  tier: tierSchema.optional(),
  brandingConfig: jsonObject.optional(),
  complianceRequirements: jsonObject.optional(),
  /** Days counted before stay; the following ones are days of the new zone. */
  timeZone: timeZoneSchema.optional(),
});

export const setCompanyStatusSchema = z.strictObject({ status: companyStatusSchema });

/** Without identifiers of people. */
export const requestReactivationSchema = z.strictObject({
  reason: z.string().trim().min(1, 'A reason is required').max(500),
});

export const companiesSummarySchema = z.object({
  totalCompanies: countSchema,
  activeCompanies: countSchema,
  complianceChecks: countSchema,
  /** Companies of the primary tier. */
  multiTenantLinks: countSchema,
});
