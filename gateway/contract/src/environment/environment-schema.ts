import { z } from 'zod';
import { timestampSchema } from '../scalars.ts';

export const environmentSchema = z.object({
  database: z.object({ name: z.string(), isTest: z.boolean() }),
  environment: z.enum(['development', 'testing', 'production']),
  /** v<yyyy.mm.dd>-<hhmm> of the build with suffix -dev, -test or -prod. */
  version: z.string(),
  buildTime: timestampSchema,
  /** kind: local | pkcs11 | aws-kms */
  keyStore: z.object({ kind: z.string(), status: z.enum(['online', 'offline', 'maintenance']) }),
  encryption: z.enum(['active', 'inactive', 'error']),
});
export type EnvironmentStatus = z.output<typeof environmentSchema>;
