import { z } from 'zod';
import { companyQuery, exportQuery, pageQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

export const keyTypes = ['master', 'field', 'backup'] as const;
const keyTypeSchema = z.enum(keyTypes).meta({ id: 'KeyType' });
export const keyStatuses = ['active', 'expired', 'pending'] as const;

const keyFilters = { ...companyQuery, keyType: keyTypeSchema.optional() };
export const listKeysQuery = z.strictObject({ ...keyFilters, ...pageQuery });
export const exportKeysQuery = z.strictObject({ ...keyFilters, ...exportQuery });

/** One version of a key, without key material. */
export const encryptionKeySchema = z
  .object({
    id: idSchema,
    keyId: z.uuid(),
    companyId: idSchema,
    company: z.object({ name: z.string() }),
    keyType: keyTypeSchema,
    algorithm: z.string(),
    /** Bits. */
    keySize: z.number().int().min(1),
    /** pending: the current version before its first use; expired: replaced. */
    status: z.enum(keyStatuses),
    isActive: z.boolean(),
    /** URI in the key store: of the master itself, or of the master that wraps the key. */
    hsmKeyReference: z.string(),
    /** ISO 8601 duration, for example P30D. */
    rotationSchedule: z.string(),
    version: z.number().int().min(1),
    /**
     * Rows under this version: people, for a master keys. Null while the service that owns the rows does not answer,
     * and for a backup key with archives, which are files.
     */
    rowsOnVersion: countSchema.nullable(),
    /** When the schedule replaces the version; for an expired version, when it was replaced. */
    expiresAt: timestampSchema,
    /** When the version was replaced. */
    rotatedAt: timestampSchema.nullable(),
    /** When the key last got a new version; null without a rotation. */
    lastRotated: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'EncryptionKey' });
export type EncryptionKey = z.output<typeof encryptionKeySchema>;

export const rotateKeySchema = z.strictObject({
  companyId: z.number({ error: 'Company is required' }).int().min(1, 'Company is required'),
  keyType: z.enum(keyTypes, { error: 'Key type is required' }),
});
export const startedRotationSchema = z.object({ rotationId: idSchema });

export const rotationStatuses = ['running', 'blocked', 'done'] as const;
export const keyRotationSchema = z
  .object({
    rewrapped: countSchema,
    /** Rows to re-encrypt; 0 before the count. */
    total: countSchema,
    /** Average rate of the rotation. */
    perSecond: z.number().min(0),
    /** blocked: a row does not open and stays under its version; done: earlier versions encrypt nothing. */
    status: z.enum(rotationStatuses),
  })
  .meta({ id: 'KeyRotation' });
export type KeyRotation = z.output<typeof keyRotationSchema>;

export const listRotationsQuery = z.strictObject({ ...companyQuery, ...pageQuery });

export const rotationCauses = ['request', 'schedule'] as const;
/** One replacement of a key. */
export const listedRotationSchema = keyRotationSchema
  .extend({
    id: idSchema,
    companyId: idSchema,
    company: z.object({ name: z.string() }),
    keyType: keyTypeSchema,
    toVersion: z.number().int().min(2),
    /** Requested by a user, or due by schedule. */
    cause: z.enum(rotationCauses),
    startedAt: timestampSchema,
    /** null until earlier versions encrypt nothing. */
    finishedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ListedRotation' });
export type ListedRotation = z.output<typeof listedRotationSchema>;
