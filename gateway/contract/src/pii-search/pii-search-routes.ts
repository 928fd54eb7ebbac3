import { json, row } from '../row.ts';
import { searchAnswerSchema, searchSchema } from './pii-search-schema.ts';

export const piiSearchRoutes = [
  row('POST /pii-search', {
    rpc: 'search.searchPii',
    permission: 'pii:reveal',
    body: json(searchSchema),
    response: searchAnswerSchema,
    summary: 'Search people by the exact value of a field, for a purpose with consent; budgeted and audited',
    example: {
      body: { companyId: 1, fieldType: 'email', value: 'asha@example.com', purpose: 'kyc' },
      response: {
        results: [{ individualId: 48213, companyId: 1, masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e' }],
      },
    },
  }),
] as const;
