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
    summary:
      'Get what waits for the caller: sign-in attempts, imports, relationships, registers, approvals and partners',
    example: {
      response: {
        highRiskLogins: 2,
        heldImports: { count: 1, oldest: { id: 12, companyId: 1, fileName: 'customers.csv' } },
        relationships: { total: 271, pending: 4, companyId: 1 },
        incidents: { count: 1, overdue: 0, companyId: 1, dueAt: '2026-11-24T08:00:00.000Z' },
        grievances: { count: 0, overdue: 0, companyId: null, dueAt: null },
        accessReviews: { count: 1, overdue: 1, companyId: 1, dueAt: null },
        approvals: { count: 0, overdue: 0, companyId: null, dueAt: null },
        limits: { count: 0, overdue: 0, companyId: null, dueAt: null },
        agreements: { count: 1, overdue: 0, companyId: 1, dueAt: null },
        failingWebhooks: { count: 0, overdue: 0, companyId: null, dueAt: null },
        unchecked: [],
      },
    },
  }),
] as const;
