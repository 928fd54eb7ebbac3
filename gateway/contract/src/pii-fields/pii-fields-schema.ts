import { z } from 'zod';
import { consentDetailsSchema, warned } from '../consents/consents-schema.ts';
import { piiFieldSchema } from '../individuals/individuals-schema.ts';
import { plainValueSchema } from '../pii-records/pii-records-schema.ts';
import {
  fieldTypeSchema,
  givenTimeSchema,
  idSchema,
  purposeSchema,
  timestampSchema,
  verifiedSameSchema,
} from '../scalars.ts';

export const readFieldQuery = z.strictObject({
  /** Raw where consent covers it; otherwise masked. */
  purpose: purposeSchema.optional(),
});

const versionSchema = z.number().int().min(1);

export const putFieldSchema = z.strictObject({
  companyId: idSchema.optional(),
  individualId: idSchema,
  fieldType: fieldTypeSchema,
  plainValue: plainValueSchema,
  consentDetails: consentDetailsSchema,
  retentionExpiry: givenTimeSchema.optional(),
  /** Encrypted as free text. */
  sourceContext: z.record(z.string().max(50), z.string().max(500)).optional(),
});

/** The stored field without its value. */
export const storedFieldSchema = z.object({
  id: idSchema,
  individualId: idSchema,
  companyId: idSchema,
  fieldType: fieldTypeSchema,
  version: versionSchema,
  createdAt: timestampSchema,
  verifiedSame: verifiedSameSchema,
  ...warned,
});

/** One field of a person. */
export const shownFieldSchema = piiFieldSchema
  .extend({ individualId: idSchema, version: versionSchema, createdAt: timestampSchema })
  .meta({ id: 'ShownField' });
export type ShownField = z.output<typeof shownFieldSchema>;

/** One version of a field with the consent that it was given with. */
export const fieldVersionSchema = piiFieldSchema
  .omit({ updatedAt: true })
  .extend({
    individualId: idSchema,
    version: versionSchema,
    isActive: z.boolean(),
    createdAt: timestampSchema,
    /** When a correction replaced it; null for the active one. */
    replacedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'FieldVersion' });
export type FieldVersion = z.output<typeof fieldVersionSchema>;

export const deletedFieldSchema = z.object({
  success: z.literal(true),
  sealedAt: timestampSchema,
  /** When the values and their key are destroyed. */
  shredAt: timestampSchema,
  verifiedSame: verifiedSameSchema,
});
