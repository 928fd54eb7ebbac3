import { row } from '../row.ts';
import { metricsQuery, metricsSchema } from './dashboard-schema.ts';

export const dashboardRoutes = [
  row('GET /dashboard/metrics', {
    permission: 'pii:read',
    query: metricsQuery,
    response: metricsSchema,
    summary: 'Get the four figures of the dashboard',
    example: {
      query: { companyId: '1' },
      response: { totalIndividuals: 48213, activeCompanies: 3, crossLinks: 271, complianceScore: 94 },
    },
  }),
] as const;
