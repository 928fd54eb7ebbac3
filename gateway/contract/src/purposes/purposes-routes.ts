import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  createPurposeSchema,
  listPurposesQuery,
  purposeEntrySchema,
  updatePurposeSchema,
} from './purposes-schema.ts';

const purpose = {
  id: 3,
  companyId: 1,
  purpose: 'kyc',
  lawfulBasis: 'consent',
  description: 'To know the customer, as the law asks',
  texts: { view: 'masked' as const, filled: ['description'], identifiers: 0 },
  notices: [
    {
      version: '2',
      fieldTypes: ['name', 'pan'],
      retentionDays: 365,
      endEvent: 'account_closed',
      publishedAt: '2026-11-21T08:00:00.000Z',
    },
  ],
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
};

export const purposesRoutes = [
  row('GET /purposes', {
    rpc: 'purposes.listPurposes',
    permission: 'compliance:read',
    query: listPurposesQuery,
    response: z.array(purposeEntrySchema),
    paged: true,
    summary: 'List purposes of processing personal data, newest first',
    example: { query: { companyId: '1' }, response: [purpose] },
  }),
  row('POST /purposes', {
    rpc: 'purposes.createPurpose',
    permission: 'compliance:manage',
    body: json(createPurposeSchema),
    response: purposeEntrySchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Create a purpose',
    example: {
      body: {
        companyId: 1,
        purpose: 'kyc',
        lawfulBasis: 'consent',
        description: 'To know the customer, as the law asks',
        notice: { version: '2', fieldTypes: ['name', 'pan'], retentionDays: 365, endEvent: 'account_closed' },
      },
      response: purpose,
    },
  }),
  row('PUT /purposes/{id}', {
    rpc: 'purposes.updatePurpose',
    permission: 'compliance:manage',
    params: idParams,
    body: json(updatePurposeSchema),
    response: purposeEntrySchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary: 'Update a purpose or publish a new notice version; omitted fields stay unchanged',
    example: { params: { id: '3' }, body: { lawfulBasis: 'consent' }, response: purpose },
  }),
] as const;
