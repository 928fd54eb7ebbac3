import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  complianceReportSchema,
  createReportSchema,
  listReportsQuery,
  reportFileSchema,
} from './compliance-reports-schema.ts';

const report = {
  id: 4,
  companyId: 1,
  regulationType: 'dpdp',
  format: 'pdf',
  status: 'queued',
  problem: null,
  createdBy: 2,
  createdAt: '2026-11-21T08:00:00.000Z',
  finishedAt: null,
  size: null,
  sha256: null,
};

const file = {
  reportId: 4,
  company: { id: 1, name: 'Saral Bank', code: 'SARAL', tier: 'primary', timeZone: 'Asia/Kolkata' },
  regulationType: 'gdpr',
  generatedAt: '2026-11-21T08:00:00.000Z',
  status: 'compliant',
  score: 100,
  readiness: null,
  scope: [
    {
      regulationType: 'gdpr',
      isIncluded: true,
      status: 'compliant',
      score: 100,
      readiness: null,
      rules: 1,
      rulesInForce: 1,
      violations: 0,
      futureViolations: 0,
      withoutData: 0,
    },
  ],
  auditTrail: {
    verified: true,
    treeSize: 412,
    rootHash: '5f0c7a1de2b34c56a7788990aabbccddeeff00112233445566778899aabbccdd',
    checkpointAt: '2026-11-21T07:59:00.000Z',
    verifiedAt: '2026-11-21T08:00:00.000Z',
  },
  checks: [
    {
      ruleId: 'GDPR-32',
      regulationType: 'gdpr',
      title: 'Processing is secured',
      reference: 'GDPR Art. 32(1)',
      lawVersion: 'Regulation (EU) 2016/679',
      inForceFrom: '2018-05-25T00:00:00.000Z',
      status: 'compliant',
      score: 100,
      readiness: null,
      details: 'All 200 sampled rows are encrypted under a known key.',
      evidence: [{ name: 'rowsSampled', value: '200' }],
      recommendations: [],
      checkedAt: '2026-11-21T08:00:00.000Z',
    },
  ],
  notice: 'The checks are made by software over recorded facts.',
};

export const complianceReportsRoutes = [
  row('POST /compliance/reports', {
    rpc: 'reports.createReport',
    location: '/compliance/reports/{id}/file',
    permission: 'compliance:manage',
    body: json(createReportSchema),
    response: complianceReportSchema,
    status: 202,
    idempotent: true,
    responseHeaders: ['Location'],
    summary: 'Request a report as PDF, CSV or JSON; regulationType "all" covers every law of the company',
    example: { body: { companyId: 1, regulationType: 'dpdp', format: 'pdf' }, response: report },
  }),
  row('GET /compliance/reports', {
    permission: 'compliance:read',
    rpc: 'reports.listReports',
    query: listReportsQuery,
    response: z.array(complianceReportSchema),
    paged: true,
    summary: 'List reports and their progress, newest first',
    example: { query: { companyId: '1' }, response: [report] },
  }),
  row('GET /compliance/reports/{id}/file', {
    permission: 'compliance:read',
    params: idParams,
    files: ['application/pdf', 'text/csv', 'application/json'],
    response: reportFileSchema,
    refusals: [409],
    summary: 'Download a report in its requested format; 409 until it is finished',
    example: { params: { id: '4' }, response: file },
  }),
] as const;
