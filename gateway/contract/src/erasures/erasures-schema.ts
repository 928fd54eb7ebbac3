import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import { idSchema, timestampSchema, verifiedSameSchema } from '../scalars.ts';

export const eraseSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Stored encrypted. */
  reason: z.string().trim().min(1, 'A reason is required').max(1000, 'At most 1000 characters'),
});

export const erasureStates = ['sealed', 'shredded', 'certified'] as const;

export const erasureSchema = z
  .object({
    companyId: idSchema,
    individualId: idSchema,
    /** `sealed`: the person cannot be read any more; `shredded`: key and values are destroyed. */
    status: z.enum(erasureStates),
    reason: shownTextSchema,
    texts: shownTextsSchema,
    requestedAt: timestampSchema,
    shredAt: timestampSchema,
    shreddedAt: timestampSchema.nullable(),
    /** When it was requested; the erasure does not reach them. */
    verifiedSame: verifiedSameSchema,
    /** A signed note (C2SP); `scripts/product/verify-certificate` verifies it with the public key only. */
    certificate: z.object({ note: z.string(), keyId: z.uuid(), publicKey: z.base64() }).nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof erasureSchema>;

export const listErasuresQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const readErasuresQuery = z.strictObject(companyQuery);
