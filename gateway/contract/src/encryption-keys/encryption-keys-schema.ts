import { z } from 'zod';
import { companyQuery, exportQuery, pageQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

export const keyTypes = ['master', 'field', 'backup'] as const;
const keyTypeSchema = z.enum(keyTypes).meta({ id: 'KeyType' });
export const keyStatuses = ['active', 'expired', 'pending'] as const;

const keyFilters = { ...companyQuery, keyType: keyTypeSchema.optional() };
export const listKeysQuery = z.strictObject({ ...keyFilters, ...pageQuery });
export const exportKeysQuery = z.strictObject({ ...keyFilters, ...exportQuery });

/** One version of a key. Never its material. */
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
    /** URI of the key in the key store: of the master itself, else of the master that wraps the key. */
    hsmKeyReference: z.string(),
    /** ISO 8601 duration, for example P30D. */
    rotationSchedule: z.string(),
    version: z.number().int().min(1),
    /**
     * What is encrypted under this version: people, for a master keys; null while the service that holds them does not
     * answer, and for a backup key that archives were written with, because those are files.
     */
    rowsOnVersion: countSchema.nullable(),
    /** When its schedule replaces it; of an expired version, when it was replaced. */
    expiresAt: timestampSchema,
    /** When it was replaced. */
    rotatedAt: timestampSchema.nullable(),
    /** When the key last got a new version; null for one that never did. */
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
    /** What there was to move; 0 until it was counted. */
    total: countSchema,
    /** While it was being moved. */
    perSecond: z.number().min(0),
    /** blocked: something does not open and stays where it is; done: nothing is under a former version. */
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
    /** Somebody asked for it, or its time had come. */
    cause: z.enum(rotationCauses),
    startedAt: timestampSchema,
    /** null until nothing is under a former version. */
    finishedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ListedRotation' });
export type ListedRotation = z.output<typeof listedRotationSchema>;
