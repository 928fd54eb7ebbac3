import { z } from 'zod';
import { json, row } from '../row.ts';
import {
  accessReviewSchema,
  listAccessReviewsQuery,
  recordAccessReviewSchema,
} from './access-reviews-schema.ts';

const review = {
  id: 2,
  companyId: 1,
  reviewedBy: 5,
  reviewedByName: 'Ravi Nair',
  reviewedAt: '2026-11-21T08:00:00.000Z',
};

export const accessReviewsRoutes = [
  row('GET /access-reviews', {
    permission: 'compliance:read',
    query: listAccessReviewsQuery,
    response: z.array(accessReviewSchema),
    paged: true,
    summary: "List reviews of a company's privileged users, newest first",
    example: { query: { companyId: '1' }, response: [review] },
  }),
  row('POST /access-reviews', {
    permission: 'compliance:manage',
    body: json(recordAccessReviewSchema),
    response: accessReviewSchema,
    status: 201,
    idempotent: true,
    summary: 'Record a review of the privileged users (DPDP Rules, 2025, Rule 6(1)(b))',
    example: { body: { companyId: 1 }, response: review },
  }),
] as const;
