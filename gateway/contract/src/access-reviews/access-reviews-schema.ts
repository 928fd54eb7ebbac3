import { z } from 'zod';
import { companyQuery, pageQuery } from '../query.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

export const listAccessReviewsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const recordAccessReviewSchema = z.strictObject({ companyId: idSchema.optional() });

export const accessReviewSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    /** Id of the reviewer. */
    reviewedBy: idSchema,
    /** Null where the user is unknown. */
    reviewedByName: z.string().nullable(),
    reviewedAt: timestampSchema,
  })
  .meta({ id: 'AccessReview' });
export type AccessReview = z.output<typeof accessReviewSchema>;
