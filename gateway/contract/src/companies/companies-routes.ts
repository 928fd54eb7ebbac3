import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  companiesSummarySchema,
  companySchema,
  createCompanySchema,
  exportCompaniesQuery,
  requestReactivationSchema,
  setCompanyStatusSchema,
  updateCompanySchema,
} from './companies-schema.ts';

const company = {
  id: 1,
  name: 'Saral Bank',
  code: 'SARAL',
  tier: 'primary',
  status: 'active',
  timeZone: 'Asia/Kolkata',
  brandingConfig: {},
  complianceRequirements: {},
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
  individuals: 2000,
  piiRecords: 11840,
  encryptionKeys: 3,
  compliance: { status: 'compliant', score: 100, readiness: 94 },
  lastActivityAt: '2026-11-21T08:00:00.000Z',
  dataTypes: ['aadhaar', 'name'],
  aadhaarStatus: 'encrypted',
  reactivationRequest: null,
};

export const companiesRoutes = [
  row('GET /companies', {
    auth: 'caller',
    response: z.array(companySchema),
    summary: "List the caller's companies with their counts",
    example: { response: [company] },
  }),
  row('GET /companies/summary', {
    auth: 'caller',
    response: companiesSummarySchema,
    summary: "Get totals over the caller's companies",
    example: {
      response: { totalCompanies: 3, activeCompanies: 3, complianceChecks: 9, multiTenantLinks: 1 },
    },
  }),
  row('GET /companies/export', {
    auth: 'caller',
    query: exportCompaniesQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(companySchema),
    summary: 'Export the list of companies',
    example: { query: { format: 'json' }, response: [company] },
  }),
  row('POST /companies', {
    permission: 'company:create',
    body: json(createCompanySchema),
    response: companySchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Create a company',
    example: {
      body: { name: 'Saral Bank', code: 'SARAL', tier: 'primary', status: 'active' },
      response: company,
    },
  }),
  row('PUT /companies/{id}', {
    proof: 'fresh',
    permission: 'company:manage',
    params: idParams,
    body: json(updateCompanySchema),
    response: companySchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary: 'Update a company; omitted fields stay unchanged',
    example: { params: { id: '1' }, body: { name: 'Saral Bank' }, response: company },
  }),
  row('POST /companies/{id}/status', {
    proof: 'fresh',
    permission: 'company:manage',
    params: idParams,
    body: json(setCompanyStatusSchema),
    response: companySchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary: 'Set the status of a company; a suspended company can be neither read nor written',
    example: { params: { id: '1' }, body: { status: 'active' }, response: company },
  }),
  row('POST /companies/{id}/reactivation-requests', {
    permission: 'company:manage',
    params: idParams,
    body: json(requestReactivationSchema),
    response: companySchema,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Request the end of a suspension; super admins get a mail and decide',
    example: {
      params: { id: '1' },
      body: { reason: 'Suspended by mistake while its users were reviewed' },
      response: {
        ...company,
        status: 'suspended',
        reactivationRequest: {
          requestedAt: '2026-11-21T08:00:00.000Z',
          requestedBy: 12,
          requestedByName: 'Ravi Nair',
          reason: 'Suspended by mistake while its users were reviewed',
        },
      },
    },
  }),
  row('DELETE /companies/{id}', {
    proof: 'fresh',
    permission: 'company:create',
    params: idParams,
    response: successSchema,
    refusals: [409, 412],
    summary: 'Delete a company without data; 409 lists the remaining data',
    example: { params: { id: '3' }, response: { success: true } },
  }),
] as const;
