import { z } from 'zod';
import { companyQuery, defaultsTo, exportQuery, pageQuery } from '../query.ts';
import { countSchema, idSchema, percentSchema, timestampSchema } from '../scalars.ts';

export const checkStatuses = [
  'compliant',
  'warning',
  'violation',
  'unknown',
  'not_in_force',
  'not_applicable',
] as const;

export const complianceQuery = z.strictObject(companyQuery);
export const exportComplianceQuery = z.strictObject({ ...companyQuery, ...exportQuery });
const historyFilters = {
  ...companyQuery,
  /** For example DPDP-SEC-A1. */
  ruleId: z
    .string()
    .regex(/^[A-Z0-9-]{1,40}$/, 'A rule such as DPDP-SEC-A1')
    .optional(),
};
export const complianceHistoryQuery = z.strictObject({ ...historyFilters, ...pageQuery });
export const exportComplianceHistoryQuery = z.strictObject({ ...historyFilters, ...exportQuery });
export const runChecksSchema = z.strictObject({ companyId: idSchema.optional() });

const defaultTrendDays = 30;
/** Checks of one company, by default the caller's primary one: several companies would be too many rows. */
export const complianceTrendQuery = z.strictObject({
  ...companyQuery,
  days: defaultsTo(z.literal([7, 30, 90]), defaultTrendDays),
});

/** State of a company under one regulation at the end of each day in its time zone. */
export const regulationTrendSchema = z
  .object({
    /** dpdp | gdpr | hipaa | pci_dss */
    regulationType: z.string(),
    /** Null on a day without a check, or without rules of that kind. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        score: percentSchema.nullable(),
        readiness: percentSchema.nullable(),
        violations: countSchema,
      }),
    ),
  })
  .meta({ id: 'RegulationTrend' });
export type RegulationTrend = z.output<typeof regulationTrendSchema>;

/** The latest check of one rule for one company. */
export const complianceCheckSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    ruleId: z.string(),
    /** dpdp | gdpr | hipaa | pci_dss */
    regulationType: z.string(),
    checkType: z.string(),
    title: z.string(),
    reference: z.string(),
    status: z.enum(checkStatuses),
    score: percentSchema.nullable(),
    /** Score of a rule that is not in force yet. */
    readiness: percentSchema.optional(),
    details: z.string(),
    /** The same by key and parameters, a sentence each; none for a check of an older release. */
    reasons: z.array(z.object({ key: z.string(), params: z.record(z.string(), z.string()) })),
    recommendations: z.array(z.string()),
    evidence: z.array(z.object({ name: z.string(), value: z.string() })),
    inForceFrom: timestampSchema.nullable(),
    lastChecked: timestampSchema,
    nextCheck: timestampSchema.nullable(),
    createdAt: timestampSchema,
    /** Version of the legal text of the check. */
    lawVersion: z.string(),
  })
  .meta({ id: 'ComplianceCheck' });
export type ComplianceCheck = z.output<typeof complianceCheckSchema>;
