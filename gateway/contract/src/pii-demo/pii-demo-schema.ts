import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { fieldTypeSchema, idSchema, timestampSchema } from '../scalars.ts';

export const piiDemoQuery = z.strictObject(companyQuery);

/** Real rows, at most 20. */
export const piiDemoSchema = z.object({
  data: z
    .array(
      z.object({
        id: idSchema,
        individualId: idSchema,
        fieldType: fieldTypeSchema,
        /** For pii:reveal, under the row's own consent purpose while that is live. */
        rawValue: z.string().optional(),
        maskedValue: z.string(),
        companyId: idSchema,
        companyName: z.string(),
        consentDetails: z.object({ purpose: z.string(), date: timestampSchema }),
      }),
    )
    .max(20),
});
