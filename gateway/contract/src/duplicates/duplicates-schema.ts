import { z } from 'zod';
import { pairGradeSchema } from '../data-lineage/data-lineage-schema.ts';
import { companyQuery, idParam } from '../query.ts';
import { countSchema, idSchema, percentSchema } from '../scalars.ts';

export const duplicatesQuery = z.strictObject({
  ...companyQuery,
  /** Only groups that contain this individual. */
  individualId: idParam.optional(),
});

/** Within: one entry per entity. Cross: pairs. At most 200 of each; similarity is that of the lowest edge. */
export const duplicatesSchema = z.object({
  withinCompany: z.array(
    z.object({
      individualIds: z.array(idSchema),
      /** Null where there is a grade: consent of a person of every pair is withdrawn. */
      similarity: percentSchema.nullable(),
      grade: pairGradeSchema.nullable(),
      duplicateFields: z.array(z.string()),
      /** Lineage entries of the group, for "why". */
      entryIds: z.array(idSchema),
    }),
  ),
  crossCompany: z.array(
    z.object({
      individualIds: z.array(idSchema),
      /** Null where there is a grade. */
      similarity: percentSchema.nullable(),
      grade: pairGradeSchema.nullable(),
      companyIds: z.array(idSchema),
      entryIds: z.array(idSchema),
    }),
  ),
  counts: z.object({ withinCompany: countSchema, crossCompany: countSchema }),
});
