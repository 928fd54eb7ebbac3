import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, MiB, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  acceptedImportSchema,
  createImportQuery,
  importDetailSchema,
  importErrorSchema,
  importErrorsQuery,
  importSchema,
  listImportsQuery,
  mapImportBody,
  sameRecordsSchema,
} from './imports-schema.ts';

const permission = 'pii:write' as const;
const running = {
  id: 12,
  companyId: 1,
  fileName: 'customers.csv',
  status: 'running',
  statusReason: null,
  statusMessage: null,
  nextTryAt: null,
  failedLine: null,
  bytesTotal: 512000,
  bytesRead: 256000,
  processed: 2000,
  accepted: 1990,
  rejected: 10,
  knownPeople: 0,
  perSecond: 850.5,
  createdAt: '2026-11-21T08:00:00.000Z',
  finishedAt: null,
};

const held = {
  ...running,
  status: 'needs_mapping',
  statusReason: 'UNMAPPED_COLUMNS',
  statusMessage: 'Some columns have no target; say what each of them is, or leave them out',
  bytesRead: 18,
  processed: 0,
  accepted: 0,
  rejected: 0,
  knownPeople: 0,
  perSecond: 0,
};
const hold = {
  titleLines: 0,
  purposes: ['kyc'],
  columns: [
    {
      name: 'Full Name',
      target: 'name',
      suggestion: null,
      mayStateRefusal: false,
      samples: ['XXXX-MASKED'],
    },
    { name: 'Opt Out', target: null, suggestion: null, mayStateRefusal: true, samples: ['No', 'Yes'] },
  ],
  dates: null,
};

export const importsRoutes = [
  row('POST /imports', {
    permission,
    query: createImportQuery,
    body: { mediaType: ['text/csv', 'application/x-ndjson'], limitBytes: 2048 * MiB },
    response: acceptedImportSchema,
    status: 202,
    idempotent: true,
    streaming: true,
    responseHeaders: ['Location'],
    summary: 'Import a CSV (header row) or NDJSON; responds when the whole body is stored encrypted',
    example: {
      query: {
        companyId: '1',
        purpose: 'kyc',
        mapping: '{"Full Name":"name","Ref":"externalId","Branch":"ignore"}',
      },
      response: {
        id: 12,
        status: 'queued',
        mapping: { 'Full Name': 'name', Ref: 'externalId' },
        ignoredColumns: ['Branch'],
        titleLines: 0,
        hold: null,
      },
    },
  }),
  row('GET /imports', {
    rpc: 'imports.listImports',
    permission,
    query: listImportsQuery,
    response: z.array(importSchema),
    paged: true,
    summary: 'List imports, newest first',
    example: { query: { companyId: '1' }, response: [running] },
  }),
  row('GET /imports/{id}', {
    rpc: 'imports.getImport',
    permission,
    params: idParams,
    response: importDetailSchema,
    summary: 'Get the progress of an import, and the missing input of a held one',
    example: { params: { id: '12' }, response: { ...held, hold } },
  }),
  row('GET /imports/{id}/errors', {
    rpc: 'imports.listImportErrors',
    permission,
    params: idParams,
    query: importErrorsQuery,
    response: z.array(importErrorSchema),
    paged: true,
    summary: 'List rejected rows by row and column, without values',
    example: {
      params: { id: '12' },
      response: [
        {
          row: 17,
          line: 18,
          sheetRow: 18,
          column: 'aadhaar',
          reason: 'FIELD_INVALID',
          message: 'The Aadhaar checksum is wrong',
        },
      ],
    },
  }),
  row('GET /imports/{id}/same-records', {
    permission,
    params: idParams,
    query: importErrorsQuery,
    response: z.array(sameRecordsSchema),
    paged: true,
    summary:
      'List the people that an import changed and who have other records in the company; a page may have fewer than asked',
    example: { params: { id: '12' }, response: [{ individualId: 48213, verifiedSame: [48990] }] },
  }),
  row('DELETE /imports/{id}', {
    rpc: 'imports.cancelImport',
    permission,
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary: 'Cancel an import; accepted rows stay',
    example: { params: { id: '12' }, response: { success: true } },
  }),
  row('PUT /imports/{id}/mapping', {
    rpc: 'imports.mapImport',
    permission,
    params: idParams,
    body: json(mapImportBody),
    response: importSchema,
    refusals: [409],
    summary: 'Provide the missing input of a held import, which then continues. Idempotent',
    example: {
      params: { id: '12' },
      body: { mapping: { Branch: 'ignore' } },
      response: {
        ...running,
        status: 'queued',
        bytesRead: 0,
        processed: 0,
        accepted: 0,
        rejected: 0,
        knownPeople: 0,
        perSecond: 0,
      },
    },
  }),
  row('POST /imports/{id}/retry', {
    rpc: 'imports.retryImport',
    permission,
    params: idParams,
    response: importSchema,
    refusals: [409],
    summary: "Retry a paused import at once, with the caller's permissions",
    example: { params: { id: '12' }, response: { ...running, status: 'queued' } },
  }),
] as const;
