import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { withdrawConsentSchema, withdrawnSchema } from './consents-schema.ts';

export const consentsRoutes = [
  row({
    method: 'POST',
    path: '/individuals/{id}/consent/withdraw',
    auth: 'permission',
    permission: 'pii:write',
    params: idParams,
    body: json(withdrawConsentSchema),
    response: withdrawnSchema,
    idempotent: true,
    summary: 'Withdraw consent; reveals for the purpose stop at once',
    example: {
      params: { id: '48213' },
      body: { companyId: 1, purpose: 'kyc', fieldTypes: ['pan'] },
      response: { success: true, withdrawnAt: '2026-11-21T08:00:00.000Z', fieldTypes: ['pan'] },
    },
  }),
] as const;
