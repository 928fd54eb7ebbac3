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

const profileText = (max: number) => z.string().trim().max(max);

/** Regulators of the financial sector whose rules may set a purpose or a retention period. */
export const regulators = ['rbi', 'sebi', 'irdai'] as const;

/** A contact that the company publishes; empty texts are not known yet. */
const contactSchema = z.strictObject({
  name: profileText(200),
  email: z.union([z.literal(''), z.email('Invalid email address').max(254)]),
  phone: z.union([
    z.literal(''),
    z.string().regex(/^[+\d][\d ()-]{5,19}$/, 'A phone number has 6 to 20 digits, spaces, + - ( )'),
  ]),
});

/** Who answers for the company's personal data. */
export const companyProfileSchema = z
  .strictObject({
    grievanceOfficer: contactSchema,
    dataProtectionOfficer: contactSchema,
    /** Of the company, in lines. */
    address: profileText(500),
    /** Notified as a significant data fiduciary under section 10 of the DPDP Act. */
    isSignificant: z.boolean(),
    /** Labels of purposes and retention; the vault checks no rule of them. */
    regulators: z.array(z.enum(regulators)).max(regulators.length),
  })
  .meta({ id: 'CompanyProfile' });
export type CompanyProfile = z.output<typeof companyProfileSchema>;

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
    profile: companyProfileSchema,
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
  /** Replaces the whole profile. */
  profile: companyProfileSchema.optional(),
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
