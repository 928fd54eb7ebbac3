import { z } from 'zod';
import { consentDetailsSchema, warned } from '../consents/consents-schema.ts';
import { budgetSchema } from '../reveal-budgets/reveal-budgets-schema.ts';
import {
  fieldTypeSchema,
  fieldTypes,
  idSchema,
  masterKeySchema,
  purposeSchema,
  verifiedSameSchema,
} from '../scalars.ts';

/** The vault validates values per type (Verhoeff, PAN pattern, phone, e-mail, date). */
export const plainValueSchema = z.string().min(1, 'A value is required').max(4000, 'At most 4000 characters');

export const recordFieldsSchema = z
  .partialRecord(fieldTypeSchema, plainValueSchema)
  .refine((fields) => Object.keys(fields).length > 0, 'At least one field is required');
export const externalIdSchema = z.string().min(1).max(200);

/** For the externalId, or another identifier, of an erased person: refuse as ERASED_EARLIER, or a new relationship. */
export const afterErasureSchema = z.enum(['hold', 'create']);

export const createRecordSchema = z.strictObject({
  /** Default: the token's company, else the caller's primary company. */
  companyId: idSchema.optional(),
  consentDetails: consentDetailsSchema,
  fields: recordFieldsSchema,
  externalId: externalIdSchema.optional(),
  /** Adds the fields to this person instead of creating a new one. */
  individualId: idSchema.optional(),
  afterErasure: afterErasureSchema.optional(),
});
export type CreateRecord = z.input<typeof createRecordSchema>;

export const createdRecordSchema = z.object({
  individualId: idSchema,
  masterKey: masterKeySchema,
  fieldIds: z.partialRecord(fieldTypeSchema, idSchema),
  /** For a named individualId. */
  verifiedSame: verifiedSameSchema.optional(),
  ...warned,
});

export const batchLimit = 1000;
export const createBatchSchema = z.strictObject({
  companyId: idSchema.optional(),
  consentDetails: consentDetailsSchema,
  /** Each record is validated separately: an invalid one does not reject the batch. */
  records: z
    .array(
      z.strictObject({
        fields: z.record(z.string().max(50), z.unknown()),
        externalId: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(batchLimit, 'At most 1000 records'),
  afterErasure: afterErasureSchema.optional(),
});
export type CreateBatch = z.output<typeof createBatchSchema>;

export const batchResultSchema = z.object({
  index: z.number().int().min(0),
  status: z.enum(['created', 'rejected']),
  individualId: idSchema.optional(),
  /** path is a field type or externalId; the value is never repeated. */
  errors: z.array(z.object({ path: z.string(), reason: z.string(), message: z.string() })).optional(),
});
export type BatchResult = z.output<typeof batchResultSchema>;
export const batchAnswerSchema = z.object({ results: z.array(batchResultSchema), ...warned });

export const revealLimit = 200;
export const revealSchema = z.strictObject({
  companyId: idSchema.optional(),
  individualIds: z.array(idSchema).min(1).max(revealLimit, 'At most 200 individuals'),
  fieldTypes: z.array(fieldTypeSchema).min(1).max(fieldTypes.length).optional(),
  purpose: purposeSchema,
});

export const revealAnswerSchema = z.object({
  records: z.array(
    z.object({
      individualId: idSchema,
      fields: z.partialRecord(fieldTypeSchema, z.string()),
      refused: z.partialRecord(fieldTypeSchema, z.string()),
    }),
  ),
  /** Set when 80 % of the caller's daily budget are used. */
  revealBudget: budgetSchema.optional(),
});
