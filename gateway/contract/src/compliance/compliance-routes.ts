import { z } from 'zod';
import { json, row } from '../row.ts';
import {
  complianceCheckSchema,
  complianceHistoryQuery,
  complianceQuery,
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
    method: 'POST',
    path: '/compliance/run',
    auth: 'permission',
    permission: 'compliance:manage',
    body: json(runChecksSchema),
    response: z.array(complianceCheckSchema),
    summary: 'Gather the facts of a company now and evaluate every rule',
    example: { body: { companyId: 1 }, response: [check] },
  }),
] as const;
