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
  details: '200 of 200 sampled rows are well-formed ciphertexts.',
  recommendations: [],
  evidence: [{ name: 'sampled', value: '200' }],
  inForceFrom: '2025-11-14T00:00:00.000Z',
  lastChecked: '2026-11-21T08:00:00.000Z',
  nextCheck: '2026-11-22T08:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
  lawVersion: 'DPDP Rules, 2025, G.S.R. 846(E) of 13 November 2025',
};

export const complianceRoutes = [
  row({
    method: 'GET',
    path: '/compliance',
    auth: 'permission',
    permission: 'compliance:read',
    query: complianceQuery,
    response: z.array(complianceCheckSchema),
    summary: 'The latest check per rule and company',
    example: { query: { companyId: '1' }, response: [check] },
  }),
  row({
    method: 'GET',
    path: '/compliance/export',
    auth: 'permission',
    permission: 'compliance:read',
    query: exportComplianceQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(complianceCheckSchema),
    summary: 'The latest check per rule and company as a file',
    example: { query: { format: 'json', companyId: '1' }, response: [check] },
  }),
  row({
    method: 'GET',
    path: '/compliance/history/export',
    auth: 'permission',
    permission: 'compliance:read',
    query: exportComplianceHistoryQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(complianceCheckSchema),
    summary: 'Every check that was made as a file, by the filters of the list',
    example: { query: { format: 'json', companyId: '1', ruleId: 'DPDP-SEC-A1' }, response: [check] },
  }),
  row({
    method: 'GET',
    path: '/compliance/history',
    auth: 'permission',
    permission: 'compliance:read',
    query: complianceHistoryQuery,
    response: z.array(complianceCheckSchema),
    paged: true,
    summary: 'Every check that was made, newest first',
    example: { query: { companyId: '1', ruleId: 'DPDP-SEC-A1' }, response: [check] },
  }),
  row({
    method: 'GET',
    path: '/compliance/trend',
    auth: 'permission',
    permission: 'compliance:read',
    query: complianceTrendQuery,
    response: z.array(regulationTrendSchema),
    summary:
      'Score and readiness of one company by regulation and day; by default of the primary company and 30 days',
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
  row({
    method: 'POST',
    path: '/compliance/run',
    auth: 'permission',
    permission: 'compliance:manage',
    // Who asks while a run is under way waits for that one and for the next.
    deadlineMs: 30_000,
    body: json(runChecksSchema),
    response: z.array(complianceCheckSchema),
    summary: 'Gather the facts of a company now and evaluate every rule',
    example: { body: { companyId: 1 }, response: [check] },
  }),
] as const;
