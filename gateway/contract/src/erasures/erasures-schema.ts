import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import { idSchema, timestampSchema, verifiedSameSchema } from '../scalars.ts';

export const eraseSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Stored encrypted. */
  reason: z.string().trim().min(1, 'A reason is required').max(1000, 'At most 1000 characters'),
});

/** People of one call. */
export const erasureBatchLimit = 50;
export const eraseManySchema = eraseSchema.extend({
  individualIds: z.array(idSchema).min(1).max(erasureBatchLimit, 'At most 50 individuals'),
  /** Says who could be erased, without erasing. */
  dryRun: z.boolean().optional(),
});
/** In the order of the request. */
export const erasureResultsSchema = z.object({
  results: z.array(
    z.object({
      individualId: idSchema,
      status: z.enum(['sealed', 'refused']),
      /** NOT_FOUND, ERASED or the reason of a refusal; APPROVAL_REQUIRED also for all people after the first one. */
      reason: z.string().optional(),
      verifiedSame: verifiedSameSchema.optional(),
    }),
  ),
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
