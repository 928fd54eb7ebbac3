import { z } from 'zod';
import { json, row } from '../row.ts';
import {
  complianceCheckSchema,
  complianceHistoryQuery,
  complianceQuery,
  complianceTrendQuery,
  exportComplianceHistoryQuery,
  exportComplianceQuery,
  regulationTrendSchema,
  runChecksSchema,
} from './compliance-schema.ts';

const check = {
  id: 31,
  companyId: 1,
  ruleId: 'DPDP-SEC-A1',
  regulationType: 'dpdp',
  checkType: 'storage_encryption',
  title: 'Stored values are encrypted',
  reference: 'DPDP Rules 2025, Rule 6(1)(a)',
  status: 'compliant',
  score: 100,
  details: 'All 200 sampled rows are encrypted under a known key.',
  reasons: [{ key: 'ROWS_ENCRYPTED', params: { sampled: '200' } }],
  recommendations: [],
  evidence: [{ name: 'sampled', value: '200' }],
  inForceFrom: '2025-11-14T00:00:00.000Z',
  lastChecked: '2026-11-21T08:00:00.000Z',
  nextCheck: '2026-11-22T08:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
  lawVersion: 'DPDP Rules, 2025, G.S.R. 846(E) of 13 November 2025',
};

export const complianceRoutes = [
  row('GET /compliance', {
    rpc: 'checks.listChecks',
    permission: 'compliance:read',
    query: complianceQuery,
    response: z.array(complianceCheckSchema),
    summary: 'List the latest check per rule and company',
    example: { query: { companyId: '1' }, response: [check] },
  }),
  row('GET /compliance/export', {
    permission: 'compliance:read',
    query: exportComplianceQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(complianceCheckSchema),
    summary: 'Export the latest check per rule and company',
    example: { query: { format: 'json', companyId: '1' }, response: [check] },
  }),
  row('GET /compliance/history/export', {
    permission: 'compliance:read',
    query: exportComplianceHistoryQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(complianceCheckSchema),
    summary: 'Export all checks with the filters of the list',
    example: { query: { format: 'json', companyId: '1', ruleId: 'DPDP-SEC-A1' }, response: [check] },
  }),
  row('GET /compliance/history', {
    rpc: 'checks.listHistory',
    permission: 'compliance:read',
    query: complianceHistoryQuery,
    response: z.array(complianceCheckSchema),
    paged: true,
    summary: 'List all checks, newest first',
    example: { query: { companyId: '1', ruleId: 'DPDP-SEC-A1' }, response: [check] },
  }),
  row('GET /compliance/trend', {
    rpc: 'trend.getRegulationTrend',
    ofCompany: true,
    permission: 'compliance:read',
    query: complianceTrendQuery,
    response: z.array(regulationTrendSchema),
    summary: 'Get score and readiness of a company by regulation and day; default: primary company, 30 days',
    example: {
      query: { companyId: '1', days: '7' },
      response: [
        {
          regulationType: 'dpdp',
          days: [{ day: '2026-11-21', score: null, readiness: 94, violations: 0 }],
        },
      ],
    },
  }),
  row('POST /compliance/run', {
    rpc: 'checks.runChecks',
    permission: 'compliance:manage',
    // A request during a run waits for that run and for the next.
    deadlineMs: 30_000,
    body: json(runChecksSchema),
    response: z.array(complianceCheckSchema),
    summary: 'Collect the facts of a company and evaluate every rule now',
    example: { body: { companyId: 1 }, response: [check] },
  }),
] as const;
