import { z } from 'zod';
import { idParams } from '../query.ts';
import { MiB, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  acceptedImportSchema,
  createImportQuery,
  importErrorSchema,
  importErrorsQuery,
  importSchema,
  listImportsQuery,
} from './imports-schema.ts';

const permission = 'pii:write' as const;
const running = {
  id: 12,
  companyId: 1,
  fileName: 'customers.csv',
  status: 'running',
  statusReason: null,
  bytesTotal: 512000,
  bytesRead: 256000,
  processed: 2000,
  accepted: 1990,
  rejected: 10,
  perSecond: 850.5,
  createdAt: '2026-11-21T08:00:00.000Z',
  finishedAt: null,
};

export const importsRoutes = [
  row({
    method: 'POST',
    path: '/imports',
    auth: 'permission',
    permission,
    query: createImportQuery,
    body: { mediaType: ['text/csv', 'application/x-ndjson'], limitBytes: 2048 * MiB },
    response: acceptedImportSchema,
    status: 202,
    idempotent: true,
    streaming: true,
    tells: ['Location'],
    summary: 'Import a CSV (header row) or NDJSON; answered when the whole body lies encrypted in the vault',
    example: {
      query: { companyId: '1', purpose: 'kyc', mapping: '{"Full Name":"name","Ref":"externalId"}' },
      response: {
        id: 12,
        status: 'queued',
        mapping: { 'Full Name': 'name', Ref: 'externalId' },
        ignoredColumns: ['Branch'],
      },
    },
  }),
  row({
    method: 'GET',
    path: '/imports',
    auth: 'permission',
    permission,
    query: listImportsQuery,
    response: z.array(importSchema),
    paged: true,
    summary: 'Imports, newest first',
    example: { query: { companyId: '1' }, response: [running] },
  }),
  row({
    method: 'GET',
    path: '/imports/{id}',
    auth: 'permission',
    permission,
    params: idParams,
    response: importSchema,
    summary: 'Progress of an import',
    example: { params: { id: '12' }, response: running },
  }),
  row({
    method: 'GET',
    path: '/imports/{id}/errors',
    auth: 'permission',
    permission,
    params: idParams,
    query: importErrorsQuery,
    response: z.array(importErrorSchema),
    paged: true,
    summary: 'Rejected rows by row and column, never the value',
    example: {
      params: { id: '12' },
      response: [
        { row: 17, column: 'aadhaar', reason: 'FIELD_INVALID', message: 'The Aadhaar checksum is wrong' },
      ],
    },
  }),
  row({
    method: 'DELETE',
    path: '/imports/{id}',
    auth: 'permission',
    permission,
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary: 'Cancel an import; rows already accepted stay',
    example: { params: { id: '12' }, response: { success: true } },
  }),
] as const;
