import { row } from '../row.ts';
import { attentionSchema, metricsQuery, metricsSchema } from './dashboard-schema.ts';

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
  row('GET /dashboard/attention', {
    auth: 'caller',
    response: attentionSchema,
    summary: 'Get the sign-in attempts, imports and relationships that wait for the caller',
    example: {
      response: {
        highRiskLogins: 2,
        heldImports: { count: 1, oldest: { id: 12, companyId: 1, fileName: 'customers.csv' } },
        relationships: { total: 271, pending: 4, companyId: 1 },
        unchecked: [],
      },
    },
  }),
] as const;
