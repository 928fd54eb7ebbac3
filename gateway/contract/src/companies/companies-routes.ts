import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  companiesSummarySchema,
  companySchema,
  createCompanySchema,
  exportCompaniesQuery,
  setCompanyStatusSchema,
  updateCompanySchema,
} from './companies-schema.ts';

const company = {
  id: 1,
  name: 'Saral Bank',
  code: 'SARAL',
  tier: 'primary',
  status: 'active',
  brandingConfig: {},
  complianceRequirements: {},
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  individuals: 2000,
  piiRecords: 11840,
  encryptionKeys: 3,
  compliance: { status: 'compliant', score: 100, readiness: 94 },
  lastActivityAt: '2026-11-21T08:00:00.000Z',
  dataTypes: ['aadhaar', 'name'],
  aadhaarStatus: 'encrypted',
};

export const companiesRoutes = [
  row({
    method: 'GET',
    path: '/companies',
    auth: 'caller',
    response: z.array(companySchema),
    summary: 'Companies of the caller with their counts',
    example: { response: [company] },
  }),
  row({
    method: 'GET',
    path: '/companies/summary',
    auth: 'caller',
    response: companiesSummarySchema,
    summary: 'Totals over the companies of the caller',
    example: {
      response: { totalCompanies: 3, activeCompanies: 3, complianceChecks: 9, multiTenantLinks: 1 },
    },
  }),
  row({
    method: 'GET',
    path: '/companies/export',
    auth: 'caller',
    query: exportCompaniesQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(companySchema),
    summary: 'The list of companies as a file',
    example: { query: { format: 'json' }, response: [company] },
  }),
  row({
    method: 'POST',
    path: '/companies',
    auth: 'permission',
    permission: 'company:create',
    body: json(createCompanySchema),
    response: companySchema,
    status: 201,
    idempotent: true,
    summary: 'Create a company',
    example: {
      body: { name: 'Saral Bank', code: 'SARAL', tier: 'primary', status: 'active' },
      response: company,
    },
  }),
  row({
    method: 'PUT',
    path: '/companies/{id}',
    auth: 'permission',
    permission: 'company:manage',
    params: idParams,
    body: json(updateCompanySchema),
    response: companySchema,
    summary: 'Change a company; only the keys sent',
    example: { params: { id: '1' }, body: { name: 'Saral Bank' }, response: company },
  }),
  row({
    method: 'POST',
    path: '/companies/{id}/status',
    auth: 'permission',
    permission: 'company:manage',
    params: idParams,
    body: json(setCompanyStatusSchema),
    response: companySchema,
    summary: 'Set the status; a suspended company is neither readable nor writable',
    example: { params: { id: '1' }, body: { status: 'active' }, response: company },
  }),
] as const;
