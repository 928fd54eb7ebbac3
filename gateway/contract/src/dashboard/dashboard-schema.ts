import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, percentSchema } from '../scalars.ts';

export const metricsQuery = z.strictObject(companyQuery);

export const metricsSchema = z
  .object({
    /** Records (company, individual) that the caller may read. */
    totalIndividuals: countSchema,
    activeCompanies: countSchema,
    /** Links between companies that nobody rejected. */
    crossLinks: countSchema,
    /** Mean over rules in force, before any is in force the readiness; null while nothing has been checked. */
    complianceScore: percentSchema.nullable(),
  })
  .meta({ id: 'DashboardMetrics' });
