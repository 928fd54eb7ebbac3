import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { countSchema, idSchema, percentSchema } from '../scalars.ts';

export const duplicatesQuery = z.strictObject(companyQuery);

/** Within: one entry per entity. Cross: pairs. At most 200 of each; similarity is that of the lowest edge. */
export const duplicatesSchema = z.object({
  withinCompany: z.array(
    z.object({
      individualIds: z.array(idSchema),
      similarity: percentSchema,
      duplicateFields: z.array(z.string()),
    }),
  ),
  crossCompany: z.array(
    z.object({ individualIds: z.array(idSchema), similarity: percentSchema, companyIds: z.array(idSchema) }),
  ),
  counts: z.object({ withinCompany: countSchema, crossCompany: countSchema }),
});
export type Duplicates = z.output<typeof duplicatesSchema>;
