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
    /** Where the keys are: a token may be one in software. `unknown` while nobody can say. */
    protection: z.enum(['software', 'hsm', 'cloud', 'unknown']),
    /** What the device calls itself; null for key files, and while it is away. */
    model: z.string().nullable(),
    status: z.enum(['online', 'offline', 'maintenance']),
  }),
  encryption: z.enum(['active', 'inactive', 'error']),
});
export type EnvironmentStatus = z.output<typeof environmentSchema>;
