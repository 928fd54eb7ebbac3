import { z } from 'zod';
import { consentOptions } from '../consents/consents-schema.ts';
import { companyQuery, idParam, jsonParam, listParam, pageQuery } from '../query.ts';
import { countSchema, fieldTypes, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** What a column of an import may be. */
export const columnTargets = [...fieldTypes, 'externalId', 'ignore'] as const;
export const mappingSchema = z
  .record(z.string().min(1).max(200), z.enum(columnTargets))
  .refine((mapping) => Object.keys(mapping).length <= 200, 'At most 200 columns');

export const createImportQuery = z.strictObject({
  companyId: idParam.optional(),
  purpose: purposeSchema,
  ...consentOptions,
  alsoFor: listParam(purposeSchema, 20).optional(),
  fileName: z.string().max(255).optional(),
  /** JSON `{column: fieldType | externalId | ignore}`; without it the header decides. */
  mapping: jsonParam(mappingSchema).optional(),
  onInvalid: z.enum(['reject', 'skip-field']).optional(),
});

export const acceptedImportSchema = z.object({
  id: idSchema,
  status: z.string(),
  mapping: z.record(z.string(), z.string()),
  ignoredColumns: z.array(z.string()),
});

export const importStatuses = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const;
export const importSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    fileName: z.string().nullable(),
    status: z.enum(importStatuses),
    /** UPPER_SNAKE, why it is paused or failed. */
    statusReason: z.string().nullable(),
    bytesTotal: countSchema,
    bytesRead: countSchema,
    processed: countSchema,
    accepted: countSchema,
    rejected: countSchema,
    /** Rows a second, over the last seconds while it runs, over the whole run afterwards. */
    perSecond: z.number().min(0),
    createdAt: timestampSchema,
    finishedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof importSchema>;

export const listImportsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const importErrorsQuery = z.strictObject(pageQuery);

/** Names row and column, never the value. */
export const importErrorSchema = z.object({
  row: z.number().int().min(1),
  column: z.string().nullable(),
  /** UPPER_SNAKE. */
  reason: z.string(),
  message: z.string(),
});
