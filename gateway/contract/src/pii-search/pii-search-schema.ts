import { z } from 'zod';
import { idSchema, masterKeySchema, purposeSchema } from '../scalars.ts';

/** Types with a blind index. Name, birth date and address have none, because equality alone leaks information. */
export const searchableTypes = [
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
  'externalId',
] as const;

export const searchSchema = z.strictObject({
  companyId: idSchema.optional(),
  fieldType: z.enum(searchableTypes),
  value: z.string().min(1, 'A value is required').max(400),
  /** Finds people whose consent for this field covers the purpose now. */
  purpose: purposeSchema,
});

export const searchAnswerSchema = z.object({
  results: z.array(z.object({ individualId: idSchema, companyId: idSchema, masterKey: masterKeySchema })),
});
