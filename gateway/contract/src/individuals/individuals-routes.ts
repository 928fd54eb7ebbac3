import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  createIndividualSchema,
  exportIndividualsQuery,
  individualProfileSchema,
  individualSchema,
  individualsSummaryQuery,
  individualsSummarySchema,
  listIndividualsQuery,
  readIndividualQuery,
} from './individuals-schema.ts';

const person = {
  id: 48213,
  masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  companyId: 1,
  dataQualityScore: 92,
  completenessPercentage: 86,
  linkedCompaniesCount: 2,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  crossCompanyData: {
    companies: [
      { id: 1, name: 'Saral Bank', tier: 'primary' },
      { id: 2, name: 'Arogya Health', tier: 'healthcare' },
    ],
  },
};

export const individualsRoutes = [
  row('GET /individuals', {
    permission: 'pii:read',
    query: listIndividualsQuery,
    response: z.array(individualSchema),
    paged: true,
    summary: "List people of the caller's companies, without decryption",
    example: {
      query: { companyId: '1', limit: '50', sort: '-updatedAt' },
      response: [{ ...person, piiFields: [{ fieldType: 'pan', companyId: 1 }] }],
    },
  }),
  row('GET /individuals/export', {
    permission: 'pii:read',
    query: exportIndividualsQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(individualSchema),
    summary:
      'Export the list of people with the same filters; audited once, and large exports need an approval',
    example: {
      query: { format: 'json', companyId: '1', quality: 'high' },
      response: [{ ...person, piiFields: [{ fieldType: 'pan', companyId: 1 }] }],
    },
  }),
  row('POST /individuals', {
    permission: 'pii:write',
    body: json(createIndividualSchema),
    response: individualSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary: 'Create a person without fields',
    example: {
      body: { companyId: 1 },
      response: { ...person, linkedCompaniesCount: 1, piiFields: [] },
    },
  }),
  row('GET /individuals/summary', {
    permission: 'pii:read',
    query: individualsSummaryQuery,
    response: individualsSummarySchema,
    summary: 'Get totals over all individuals',
    example: {
      query: { companyId: '1' },
      response: { totalIndividuals: 2000, crossLinked: 311, avgCompleteness: 84, duplicatesFound: 27 },
    },
  }),
  row('GET /individuals/{id}', {
    permission: 'pii:read',
    params: idParams,
    query: readIndividualQuery,
    response: individualProfileSchema,
    reveals: true,
    refusals: [410],
    responseHeaders: ['ETag'],
    summary: 'Get a profile: masked, or raw where consent covers the purpose; every read is audited',
    example: {
      params: { id: '48213' },
      query: { purpose: 'kyc', companyId: '1' },
      response: {
        ...person,
        piiFields: [
          {
            id: 91,
            fieldType: 'pan',
            companyId: 1,
            companyName: 'Saral Bank',
            value: 'XXXXX234F',
            masked: true,
            refused: 'PURPOSE_NOT_CONSENTED',
            consentDetails: { purpose: 'lending', date: '2026-11-21T08:00:00.000Z' },
            retentionExpiry: null,
            updatedAt: '2026-11-21T08:00:00.000Z',
          },
        ],
      },
    },
  }),
] as const;
