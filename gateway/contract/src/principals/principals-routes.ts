import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  accessReportQuery,
  accessReportSchema,
  nominationSchema,
  readNomineeQuery,
  setNomineeSchema,
} from './principals-schema.ts';

const at = '2026-11-21T08:00:00.000Z';
const times = { times: 3, firstAt: at, lastAt: at };
const consentDetails = { purpose: 'kyc', date: at };
const nomination = {
  companyId: 1,
  nominees: [
    { name: 'XXXX-MASKED', relationship: 'spouse' as const, email: 'me***@example.in', phone: 'XXXXX45670' },
  ],
  masked: true,
  updatedAt: at,
};
const report = {
  companyId: 1,
  companyName: 'Saral Bank',
  individualId: 48213,
  masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  generatedAt: at,
  personalData: [
    {
      id: 91,
      fieldType: 'pan' as const,
      companyId: 1,
      companyName: 'Saral Bank',
      value: 'XXXXX234F',
      masked: true,
      consentDetails,
      retentionExpiry: null,
      updatedAt: at,
    },
  ],
  consents: [
    { id: 1, companyId: 1, kind: 'given' as const, details: consentDetails, fieldTypes: [], recordedAt: at },
  ],
  purposes: [],
  activities: [{ action: 'field_decrypt', purpose: 'kyc', ...times }],
  readers: [{ clientId: 'pvc_1a2b', name: 'Ravi Iyer', purpose: 'kyc', fieldNames: ['pan'], ...times }],
  recipients: [],
  linkedCompanies: [{ id: 2, name: 'Arogya Health', tier: 'healthcare' }],
  verifiedSame: [48990],
  nomination,
};

export const principalsRoutes = [
  row('GET /individuals/{id}/access-report', {
    permission: 'pii:reveal',
    params: idParams,
    query: accessReportQuery,
    response: accessReportSchema,
    refusals: [410],
    reveals: true,
    summary: 'Get the access report of a person: data, uses and recipients (DPDP Act, s.11); audited',
    example: { params: { id: '48213' }, query: { companyId: '1' }, response: report },
  }),
  row('GET /individuals/{id}/nominee', {
    rpc: 'principals.getNominees',
    ofCompany: true,
    permission: 'pii:read',
    params: idParams,
    query: readNomineeQuery,
    response: nominationSchema,
    refusals: [410],
    reveals: true,
    summary: "Get a person's nominees: masked, or raw for the purpose nomination; every read is audited",
    example: { params: { id: '48213' }, query: { companyId: '1' }, response: nomination },
  }),
  row('PUT /individuals/{id}/nominee', {
    permission: 'pii:write',
    params: idParams,
    body: json(setNomineeSchema),
    response: nominationSchema,
    refusals: [410],
    summary: "Replace a person's nominees (DPDP Act, s.14); stored encrypted",
    example: {
      params: { id: '48213' },
      body: {
        companyId: 1,
        nominees: [
          {
            name: 'Meera Rao',
            relationship: 'spouse',
            email: 'meera@example.in',
            phone: '+919812345670',
          },
        ],
      },
      response: nomination,
    },
  }),
] as const;
