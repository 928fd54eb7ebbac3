import { z } from 'zod';
import { companyQuery, pageQuery } from '../query.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

export const reportRegulations = ['dpdp', 'gdpr', 'hipaa', 'pci_dss', 'all'] as const;
export const reportFormats = ['pdf', 'csv', 'json'] as const;
export const reportStatuses = ['queued', 'done', 'failed'] as const;

export const listReportsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const createReportSchema = z.strictObject({
  companyId: idSchema.optional(),
  regulationType: z.enum(reportRegulations),
  format: z.enum(reportFormats),
});

export const complianceReportSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    regulationType: z.enum(reportRegulations),
    format: z.enum(reportFormats),
    status: z.enum(reportStatuses),
    /** Error of a failed report. */
    problem: z.string().nullable(),
    createdBy: idSchema,
    createdAt: timestampSchema,
    finishedAt: timestampSchema.nullable(),
    /** Size of the file in bytes. */
    size: z.number().int().nullable(),
    /** SHA-256 of the file, hex. */
    sha256: z.string().nullable(),
  })
  .meta({ id: 'ComplianceReport' });
export type ComplianceReport = z.output<typeof complianceReportSchema>;

/** Content of a JSON report; PDF and CSV have the same content. */
export const reportFileSchema = z
  .object({
    reportId: idSchema,
    company: z.object({
      id: idSchema,
      name: z.string(),
      code: z.string(),
      tier: z.string(),
      timeZone: z.string(),
    }),
    regulationType: z.enum(reportRegulations),
    generatedAt: timestampSchema,
    status: z.string(),
    score: z.number().nullable(),
    readiness: z.number().nullable(),
    /** Every regulation that applies to the company, whether or not the report contains its checks. */
    scope: z.array(
      z.object({
        regulationType: z.string(),
        isIncluded: z.boolean(),
        status: z.string(),
        score: z.number().nullable(),
        readiness: z.number().nullable(),
        rules: z.number().int(),
        rulesInForce: z.number().int(),
        violations: z.number().int(),
        /** Rules that would be violated if they were in force. */
        futureViolations: z.number().int(),
        withoutData: z.number().int(),
      }),
    ),
    /** The verification of the audit trail that the checks use. */
    auditTrail: z
      .object({
        verified: z.boolean(),
        treeSize: z.number().int(),
        rootHash: z.string().nullable(),
        checkpointAt: timestampSchema.nullable(),
        verifiedAt: timestampSchema,
      })
      .nullable(),
    checks: z.array(
      z.object({
        ruleId: z.string(),
        regulationType: z.string(),
        title: z.string(),
        reference: z.string(),
        lawVersion: z.string(),
        inForceFrom: timestampSchema,
        status: z.string(),
        score: z.number().nullable(),
        readiness: z.number().nullable(),
        details: z.string(),
        evidence: z.array(z.object({ name: z.string(), value: z.string() })),
        recommendations: z.array(z.string()),
        checkedAt: timestampSchema,
      }),
    ),
    notice: z.string(),
  })
  .meta({ id: 'ComplianceReportFile' });
