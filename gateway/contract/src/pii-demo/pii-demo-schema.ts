import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { fieldTypeSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

export const piiDemoQuery = z.strictObject({
  ...companyQuery,
  /** What the values are needed for; without it every value is masked. */
  purpose: purposeSchema.optional(),
});

/** Real rows, at most 20. */
export const piiDemoSchema = z.object({
  data: z
    .array(
      z.object({
        id: idSchema,
        individualId: idSchema,
        fieldType: fieldTypeSchema,
        /** For pii:reveal, when a purpose is given that a live consent covers. */
        rawValue: z.string().optional(),
        maskedValue: z.string(),
        companyId: idSchema,
        companyName: z.string(),
        consentDetails: z.object({ purpose: z.string(), date: timestampSchema }),
      }),
    )
    .max(20),
});
