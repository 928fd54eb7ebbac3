import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  consentEntrySchema,
  consentResultsSchema,
  giveConsentsSchema,
  listConsentsQuery,
  withdrawConsentSchema,
  withdrawConsentsSchema,
  withdrawnSchema,
} from './consents-schema.ts';

export const consentsRoutes = [
  row('GET /individuals/{id}/consents', {
    rpc: 'consents.listConsents',
    permission: 'pii:read',
    params: idParams,
    query: listConsentsQuery,
    response: z.array(consentEntrySchema),
    refusals: [410],
    summary: "List a person's consents and withdrawals, by company and oldest first",
    example: {
      params: { id: '48213' },
      query: { companyId: '1' },
      response: [
        {
          id: 1,
          companyId: 1,
          kind: 'given',
          details: { purpose: 'kyc', date: '2026-11-21T08:00:00.000Z', alsoFor: ['lending'] },
          fieldTypes: [],
          recordedAt: '2026-11-21T08:00:00.000Z',
        },
      ],
    },
  }),
  row('POST /consents', {
    permission: 'pii:write',
    body: json(giveConsentsSchema),
    response: consentResultsSchema,
    idempotent: true,
    summary:
      'Record the consent of up to 200 stored people to a purpose of the register; larger numbers a day need an approval',
    example: {
      body: {
        companyId: 1,
        individualIds: [48213, 48990],
        consentDetails: {
          purpose: 'kyc',
          noticeVersion: '2026-01',
          language: 'hi',
          channel: 'branch',
          date: '2026-11-21T08:00:00.000Z',
          proofSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      },
      response: {
        results: [
          { individualId: 48213, status: 'given', fieldTypes: ['pan', 'name'] },
          { individualId: 48990, status: 'refused', reason: 'CONSENT_WITHDRAWN', fieldTypes: [] },
        ],
      },
    },
  }),
  row('POST /consents/withdraw', {
    rpc: 'consents.withdrawConsents',
    permission: 'pii:write',
    body: json(withdrawConsentsSchema),
    response: consentResultsSchema,
    idempotent: true,
    summary: 'Withdraw the consent of up to 200 people to a purpose; reveals for it stop at once',
    example: {
      body: { companyId: 1, individualIds: [48213], purpose: 'marketing', dryRun: true },
      response: { results: [{ individualId: 48213, status: 'withdrawn', fieldTypes: ['phone'] }] },
    },
  }),
  row('POST /individuals/{id}/consent/withdraw', {
    permission: 'pii:write',
    params: idParams,
    body: json(withdrawConsentSchema),
    response: withdrawnSchema,
    idempotent: true,
    refusals: [410],
    summary: 'Withdraw consent; reveals for the purpose stop at once',
    example: {
      params: { id: '48213' },
      body: { companyId: 1, purpose: 'kyc', fieldTypes: ['pan'] },
      response: {
        success: true,
        withdrawnAt: '2026-11-21T08:00:00.000Z',
        fieldTypes: ['pan'],
        verifiedSame: [48990],
      },
    },
  }),
] as const;
