import { z } from 'zod';
import { timestampSchema } from '../scalars.ts';

export const environmentSchema = z.object({
  database: z.object({ name: z.string(), isTest: z.boolean() }),
  environment: z.enum(['development', 'testing', 'production']),
  /** v<yyyy.mm.dd>-<hhmm> of the build with suffix -dev, -test or -prod. */
  version: z.string(),
  buildTime: timestampSchema,
  keyStore: z.object({
    /** local | pkcs11 | aws-kms */
    kind: z.string(),
    /** Protection of the keys: a token may be in software. `unknown` before the first answer of the key store. */
    protection: z.enum(['software', 'hsm', 'cloud', 'unknown']),
    /** Model reported by the device; null for key files, and while the device does not answer. */
    model: z.string().nullable(),
    status: z.enum(['online', 'offline', 'maintenance']),
    /** When the recorded health check last ran; null before the first, and when the crypto service is unavailable. */
    checkedAt: timestampSchema.nullable(),
  }),
  encryption: z.enum(['active', 'inactive', 'error']),
});
export type EnvironmentStatus = z.output<typeof environmentSchema>;
