import { row } from '../row.ts';
import { piiDemoQuery, piiDemoSchema } from './pii-demo-schema.ts';

export const piiDemoRoutes = [
  row('GET /pii-demo', {
    permission: 'pii:read',
    query: piiDemoQuery,
    response: piiDemoSchema,
    reveals: true,
    summary:
      'List up to 20 of the latest values, masked; a purpose adds the raw values, as an audited and budgeted reveal',
    example: {
      query: { companyId: '1', purpose: 'kyc' },
      response: {
        data: [
          {
            id: 91,
            individualId: 48213,
            fieldType: 'pan',
            rawValue: 'ABCPE1234F',
            maskedValue: 'XXXXX234F',
            companyId: 1,
            companyName: 'Saral Bank',
            consentDetails: { purpose: 'kyc', date: '2026-11-21T08:00:00.000Z' },
          },
        ],
      },
    },
  }),
] as const;
