import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, percentSchema } from '../scalars.ts';

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
