import { row } from '../row.ts';
import { duplicatesQuery, duplicatesSchema } from './duplicates-schema.ts';

export const duplicatesRoutes = [
  row('GET /duplicates', {
    rpc: 'links.listDuplicates',
    permission: 'lineage:read',
    query: duplicatesQuery,
    response: duplicatesSchema,
    summary: 'List probable duplicates within and across companies',
    example: {
      query: { companyId: '1' },
      response: {
        withinCompany: [
          {
            individualIds: [48213, 48377],
            similarity: 97.5,
            grade: null,
            isVerified: true,
            duplicateFields: ['pan'],
            entryIds: [6],
          },
        ],
        crossCompany: [
          {
            individualIds: [48213, 51002],
            similarity: null,
            grade: 'strong',
            companyIds: [1, 2],
            entryIds: [7],
          },
        ],
        counts: { withinCompany: 1, crossCompany: 1 },
      },
    },
  }),
] as const;
