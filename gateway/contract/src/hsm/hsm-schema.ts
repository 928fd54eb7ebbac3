import { z } from 'zod';
import { idSchema, timestampSchema } from '../scalars.ts';

const statusSchema = z.enum(['online', 'offline', 'maintenance']);

/** One state of the key store, from createdAt to lastHealthCheck. Values that the device does not report are null. */
export const hsmEntrySchema = z
  .object({
    id: idSchema,
    /** Kind and name, for example pkcs11:pii-vault. */
    hsmId: z.string(),
    /** Masked except for its end. */
    serialNumber: z.string().nullable(),
    firmwareVersion: z.string().nullable(),
    temperature: z.number().nullable(),
    status: statusSchema,
    /** critical: some keys cannot be opened. */
    alertLevel: z.enum(['normal', 'warning', 'critical']),
    lastHealthCheck: timestampSchema,
    createdAt: timestampSchema,
    /** Counts, bytes and milliseconds by name. */
    performanceMetrics: z.record(z.string(), z.number()),
  })
  .meta({ id: 'HsmEntry' });

export const hsmStatusSchema = z
  .object({
    currentHealth: z.object({ status: statusSchema }),
    /** local | pkcs11 | aws-kms */
    kind: z.string(),
    entries: z.array(hsmEntrySchema),
  })
  .meta({ id: 'HsmStatus' });
export type HsmStatus = z.output<typeof hsmStatusSchema>;
