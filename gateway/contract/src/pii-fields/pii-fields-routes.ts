import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  deletedFieldSchema,
  fieldVersionSchema,
  putFieldSchema,
  readFieldQuery,
  shownFieldSchema,
  storedFieldSchema,
} from './pii-fields-schema.ts';

const field = {
  id: 91,
  individualId: 48213,
  fieldType: 'pan' as const,
  companyId: 1,
  companyName: 'Saral Bank',
  value: 'XXXXX234F',
  masked: true,
  consentDetails: { purpose: 'kyc', date: '2026-11-21T08:00:00.000Z' },
  retentionExpiry: null,
  version: 1,
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const piiFieldsRoutes = [
  row('POST /pii-fields', {
    permission: 'pii:write',
    body: json(putFieldSchema),
    response: storedFieldSchema,
    status: 201,
    idempotent: true,
    refusals: [410, 412],
    summary: 'Add or correct a field; a correction is a new version',
    example: {
      body: {
        companyId: 1,
        individualId: 48213,
        fieldType: 'phone',
        plainValue: '+919812345678',
        consentDetails: { purpose: 'kyc', noticeVersion: '2026-01', language: 'en', channel: 'web' },
      },
      response: {
        id: 95,
        individualId: 48213,
        companyId: 1,
        fieldType: 'phone',
        version: 1,
        createdAt: '2026-11-21T08:00:00.000Z',
        verifiedSame: [48990],
      },
    },
  }),
  row('GET /pii-fields/{id}', {
    permission: 'pii:read',
    params: idParams,
    query: readFieldQuery,
    response: shownFieldSchema,
    reveals: true,
    refusals: [410],
    responseHeaders: ['ETag'],
    summary: 'Get a field: masked, or raw where consent covers the purpose; every read is audited',
    example: {
      params: { id: '91' },
      query: { purpose: 'kyc' },
      response: { ...field, updatedAt: field.createdAt },
    },
  }),
  row('GET /pii-fields/{id}/history', {
    permission: 'pii:read',
    params: idParams,
    query: readFieldQuery,
    response: z.array(fieldVersionSchema),
    reveals: true,
    refusals: [410],
    summary: 'List versions of a field, newest first, each with its own consent; audited',
    example: {
      params: { id: '91' },
      query: {},
      response: [{ ...field, isActive: true, replacedAt: null }],
    },
  }),
  row('DELETE /pii-fields/{id}', {
    proof: 'fresh',
    permission: 'pii:write',
    params: idParams,
    response: deletedFieldSchema,
    refusals: [410, 412],
    summary: 'Delete a field: sealed at once, destroyed after the minimum retention',
    example: {
      params: { id: '91' },
      response: {
        success: true,
        sealedAt: '2026-11-21T08:00:00.000Z',
        shredAt: '2027-11-21T08:00:00.000Z',
        verifiedSame: [48990],
      },
    },
  }),
] as const;
