import { row } from '../row.ts';
import { piiDemoQuery, piiDemoSchema } from './pii-demo-schema.ts';

export const piiDemoRoutes = [
  row({
    method: 'GET',
    path: '/pii-demo',
    auth: 'permission',
    permission: 'pii:read',
    query: piiDemoQuery,
    response: piiDemoSchema,
    reveals: true,
    summary:
      'Up to 20 values changed last, masked; raw, too, where a purpose is given that consent covers, as an audited reveal',
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
