import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, idSchema, percentSchema, timestampSchema } from '../scalars.ts';

export const metricsQuery = z.strictObject(companyQuery);

export const metricsSchema = z
  .object({
    /** Records (company, individual) that the caller may read. */
    totalIndividuals: countSchema,
    activeCompanies: countSchema,
    /** Links between companies that no reviewer rejected. */
    crossLinks: countSchema,
    /** Mean over rules in force, or the readiness when none is in force; null before the first check. */
    complianceScore: percentSchema.nullable(),
  })
  .meta({ id: 'DashboardMetrics' });

export const attentionParts = [
  'logins',
  'imports',
  'relationships',
  'registers',
  'approvals',
  'partners',
] as const;

const deadlinesSchema = z.object({
  count: countSchema,
  /** Those of count whose time is over. */
  overdue: countSchema,
  /** The company of the first one, and its time; without `dueAt` it was never done, or has no time. Null for none. */
  companyId: idSchema.nullable(),
  dueAt: timestampSchema.nullable(),
});

/** What waits for the caller in the companies that the caller may read. */
export const attentionSchema = z
  .object({
    /** Sign-in attempts with a risk of 70 or more in the last 24 hours; null without security:read. */
    highRiskLogins: countSchema.nullable(),
    /** Imports with the status `needs_mapping`; null without pii:write. */
    heldImports: z
      .object({
        count: countSchema,
        /** The one that waits longest. */
        oldest: z.object({ id: idSchema, companyId: idSchema, fileName: z.string().nullable() }).nullable(),
      })
      .nullable(),
    /** Links of records, as in the analysis; null without lineage:read. */
    relationships: z
      .object({
        total: countSchema,
        /** Without a decision of a reviewer. */
        pending: countSchema,
        /** The company with most of them where the caller may decide. */
        companyId: idSchema.nullable(),
      })
      .nullable(),
    /** Breaches that are not reported to the Board; null without compliance:read. */
    incidents: deadlinesSchema.nullable(),
    /** Grievances that are not closed; null without compliance:read. */
    grievances: deadlinesSchema.nullable(),
    /** Companies whose last access review is older than 90 days, or missing; null without compliance:read. */
    accessReviews: deadlinesSchema.nullable(),
    /** Requests that the caller may decide now, by their end; null without company:manage. */
    approvals: deadlinesSchema.nullable(),
    /** Looser limits that the caller may decide now, by their end; null without company:manage. */
    limits: deadlinesSchema.nullable(),
    /** Link agreements that other companies asked for and the caller may accept; null without company:manage. */
    agreements: deadlinesSchema.nullable(),
    /** Active webhooks whose newest attempted delivery has failed; null without company:manage. */
    failingWebhooks: deadlinesSchema.nullable(),
    /** Parts that are null because their service failed. */
    unchecked: z.array(z.enum(attentionParts)),
  })
  .meta({ id: 'DashboardAttention' });
export type DashboardAttention = z.output<typeof attentionSchema>;
