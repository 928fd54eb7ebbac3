import { z } from 'zod';
import { pairGradeSchema } from '../data-lineage/data-lineage-schema.ts';
import { companyQuery, idParam } from '../query.ts';
import { countSchema, idSchema, percentSchema } from '../scalars.ts';

export const duplicatesQuery = z.strictObject({
  ...companyQuery,
  /** Only groups that contain this individual. */
  individualId: idParam.optional(),
});

/** Within: one group per entity. Cross: pairs. At most 200 of each; the similarity is that of the weakest edge. */
export const duplicatesSchema = z.object({
  withinCompany: z.array(
    z.object({
      individualIds: z.array(idSchema),
      /** Null with a grade: every pair has a person with withdrawn consent. */
      similarity: percentSchema.nullable(),
      grade: pairGradeSchema.nullable(),
      /** Every pair is verified, by the matcher or by reviewers. */
      isVerified: z.boolean(),
      duplicateFields: z.array(z.string()),
      /** Lineage entries of the group, for the explanation. */
      entryIds: z.array(idSchema),
    }),
  ),
  crossCompany: z.array(
    z.object({
      individualIds: z.array(idSchema),
      /** Null with a grade. */
      similarity: percentSchema.nullable(),
      grade: pairGradeSchema.nullable(),
      companyIds: z.array(idSchema),
      entryIds: z.array(idSchema),
    }),
  ),
  counts: z.object({ withinCompany: countSchema, crossCompany: countSchema }),
});
