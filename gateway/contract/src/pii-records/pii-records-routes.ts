import { json, MiB, row } from '../row.ts';
import {
  batchAnswerSchema,
  createBatchSchema,
  createdRecordSchema,
  createRecordSchema,
  revealAnswerSchema,
  revealSchema,
} from './pii-records-schema.ts';

const consentDetails = { purpose: 'kyc', noticeVersion: '2026-01', language: 'en', channel: 'web' };

export const piiRecordsRoutes = [
  row('POST /pii-records', {
    permission: 'pii:write',
    body: json(createRecordSchema),
    response: createdRecordSchema,
    status: 201,
    idempotent: true,
    refusals: [409, 410, 412],
    summary: 'Create a person with all fields in one transaction',
    example: {
      body: {
        companyId: 1,
        consentDetails,
        externalId: 'C-1001',
        fields: { name: 'Asha Rao', email: 'asha@example.com', dob: '1990-04-12' },
      },
      response: {
        individualId: 48213,
        masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
        fieldIds: { name: 1, email: 2, dob: 3 },
      },
    },
  }),
  row('POST /pii-records/batch', {
    permission: 'pii:write',
    // Sealing 1,000 people takes under a second on idle cores and over ten on busy ones. Without an idempotency key
    // the caller of a call that timed out does not know which people were written.
    deadlineMs: 30_000,
    body: json(createBatchSchema, 4 * MiB),
    response: batchAnswerSchema,
    idempotent: true,
    summary: 'Create up to 1,000 people; invalid records are rejected one by one',
    example: {
      body: {
        companyId: 1,
        consentDetails,
        records: [{ fields: { name: 'Asha Rao' }, externalId: 'C-1001' }],
      },
      response: { results: [{ index: 0, status: 'created', individualId: 48213 }] },
    },
  }),
  row('POST /pii-records/reveal', {
    permission: 'pii:reveal',
    body: json(revealSchema),
    response: revealAnswerSchema,
    reveals: true,
    summary:
      'Reveal raw values of up to 200 people for a purpose, with one audit entry each; limited by a daily budget, and larger numbers need an approval',
    example: {
      body: { companyId: 1, individualIds: [48213], fieldTypes: ['name', 'dob'], purpose: 'kyc' },
      response: {
        records: [
          { individualId: 48213, fields: { name: 'Asha Rao' }, refused: { dob: 'PURPOSE_NOT_CONSENTED' } },
        ],
      },
    },
  }),
] as const;
