import { z } from 'zod';
import { companyQuery } from '../query.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { roleSchema } from '../users/users-schema.ts';
import { passkeyAssertionSchema, totpCodeSchema } from './factors-schema.ts';

export const createTokenSchema = z.strictObject({
  companyId: z.number('Company is required').int().min(1, 'Company is required'),
  userId: idSchema,
  role: z.string().min(1, 'Role is required').max(50),
});

/** A proof of one of three kinds. */
export const confirmSchema = z.union([
  z.strictObject({ password: z.string().min(1, 'Password is required').max(1024) }),
  z.strictObject({ code: totpCodeSchema }),
  z.strictObject({ passkey: passkeyAssertionSchema }),
]);

export const confirmAnswerSchema = z.object({
  success: z.literal(true),
  /** No further proof is required until then. */
  provenUntil: timestampSchema,
});

export const tokenAnswerSchema = z.object({ token: z.string(), expiresIn: z.string() });

export const demoTokenQuery = z.strictObject(companyQuery);

export const demoTokenAnswerSchema = z.object({ token: z.string(), companyId: idSchema, usage: z.string() });

export const sessionIdSchema = z.string().regex(/^[\w-]{1,64}$/);

export const sessionParams = z.strictObject({ id: sessionIdSchema });

export const liveSessionSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['login', 'api_token', 'demo_token', 'api_credential']),
    userId: idSchema,
    companyId: idSchema.nullable(),
    role: roleSchema.nullable(),
    ipAddress: z.string(),
    userAgent: z.string(),
    createdAt: timestampSchema,
    /** User who signed in, or who created the token or credential; null for a credential of an older release. */
    createdBy: idSchema.nullable(),
    createdByName: z.string().nullable(),
    /** Null for an API credential that was never used. */
    lastSeenAt: timestampSchema.nullable(),
    /** Null for an API credential: a password reset or the end of the account revokes it. */
    expiresAt: timestampSchema.nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'LiveSession' });
export type LiveSession = z.output<typeof liveSessionSchema>;
