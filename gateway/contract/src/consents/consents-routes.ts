import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  consentEntrySchema,
  listConsentsQuery,
  withdrawConsentSchema,
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
