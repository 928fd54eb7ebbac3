import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { fieldTypeSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

export const piiDemoQuery = z.strictObject({
  ...companyQuery,
  /** Purpose of showing raw values; without it everything is masked. */
  purpose: purposeSchema.optional(),
});

/** Actual rows, at most 20. */
export const piiDemoSchema = z.object({
  data: z
    .array(
      z.object({
        id: idSchema,
        individualId: idSchema,
        fieldType: fieldTypeSchema,
        /** Set with pii:reveal where consent covers the purpose; counts as a reveal. */
        rawValue: z.string().optional(),
        maskedValue: z.string(),
        companyId: idSchema,
        companyName: z.string(),
        consentDetails: z.object({ purpose: z.string(), date: timestampSchema }),
      }),
    )
    .max(20),
});
