import { row } from '../row.ts';
import { waitingQuery, waitingSchema } from './waiting-schema.ts';

export const waitingRoutes = [
  row('GET /waiting', {
    auth: 'caller',
    query: waitingQuery,
    response: waitingSchema,
    summary:
      'Get the pending work of the caller: one item per register that the caller may read and that holds something',
    example: {
      query: { companyId: '1' },
      response: {
        items: [
          {
            kind: 'incidents',
            count: 1,
            overdue: 0,
            dueAt: '2026-11-24T08:00:00.000Z',
            companyId: 1,
            title: { key: 'incident', params: { emptyHeadings: 4 } },
            link: '/incidents?company=1',
          },
          {
            kind: 'imports',
            count: 2,
            overdue: 0,
            dueAt: null,
            companyId: 1,
            title: { key: 'import', params: { importId: 12 } },
            link: '/imports?company=1&import=12',
          },
        ],
        read: ['incidents', 'grievances', 'accessReviews', 'checks', 'imports'],
        unread: ['approvals', 'limits'],
        setup: [
          { step: 'purposes', isDone: true },
          { step: 'notices', isDone: true },
          { step: 'people', isDone: true },
          { step: 'administrators', isDone: true },
          { step: 'checks', isDone: true },
        ],
      },
    },
  }),
] as const;
