import { z } from 'zod';
import { consentOptions } from '../consents/consents-schema.ts';
import { companyQuery, idParam, jsonParam, listParam, pageQuery } from '../query.ts';
import { countSchema, fieldTypes, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** What a column of an import may be. */
export const columnTargets = [...fieldTypes, 'externalId', 'individualId', 'ignore'] as const;
export const mappingSchema = z
  .record(z.string().min(1).max(200), z.enum(columnTargets))
  .refine((mapping) => Object.keys(mapping).length <= 512, 'At most 512 columns');

const unmappedSchema = z.literal('ignore');
/** Whether a date written with numbers has the day or the month first; `dmy` unless said. */
export const dateOrders = ['dmy', 'mdy'] as const;
const dateOrderSchema = z.enum(dateOrders);

export const createImportQuery = z.strictObject({
  companyId: idParam.optional(),
  purpose: purposeSchema,
  ...consentOptions,
  alsoFor: listParam(purposeSchema, 20).optional(),
  fileName: z.string().max(255).optional(),
  /** JSON `{column: fieldType | externalId | individualId | ignore}`; the header decides about columns that it does not name. */
  mapping: jsonParam(mappingSchema).optional(),
  onInvalid: z.enum(['reject', 'skip-field']).optional(),
  /** `ignore` leaves out columns without a target; without it they hold the import. */
  unmapped: unmappedSchema.optional(),
  dateOrder: dateOrderSchema.optional(),
});

/** What a held import waits for. */
export const mapImportBody = z.strictObject({
  /** Columns that it does not name stay as they are. */
  mapping: mappingSchema.optional(),
  unmapped: unmappedSchema.optional(),
  dateOrder: dateOrderSchema.optional(),
});

/** What an import with the status `needs_mapping` waits for; null for any other. */
const holdSchema = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      /** What it will be read as; null while nothing says so. */
      target: z.enum(columnTargets).nullable(),
      /** For a column without a target. */
      suggestion: z.enum(columnTargets).nullable(),
      /** Its first values, masked. */
      samples: z.array(z.string()),
    }),
  ),
  /** Dates of birth that exist in the other order of day and month only. */
  dates: z
    .object({
      /** The order in force. */
      order: dateOrderSchema,
      rows: countSchema,
      firstRow: countSchema,
      firstLine: countSchema.nullable(),
      /** Others exist in the order in force only: whichever is chosen, some rows are refused. */
      isMixed: z.boolean(),
    })
    .nullable(),
});
export type ImportHold = z.output<typeof holdSchema>;

export const acceptedImportSchema = z.object({
  id: idSchema,
  status: z.string(),
  mapping: z.record(z.string(), z.string()),
  ignoredColumns: z.array(z.string()),
  hold: holdSchema.nullable(),
});

export const importStatuses = [
  'queued',
  'needs_mapping',
  'running',
  'paused',
  'done',
  'failed',
  'cancelled',
] as const;
export const importSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    fileName: z.string().nullable(),
    status: z.enum(importStatuses),
    /** UPPER_SNAKE, why it is held, paused or failed. */
    statusReason: z.string().nullable(),
    /** The same in words, and what to do. */
    statusMessage: z.string().nullable(),
    /** When a paused import is tried again. */
    nextTryAt: timestampSchema.nullable(),
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

export const importDetailSchema = importSchema
  .extend({ hold: holdSchema.nullable() })
  .meta({ id: 'ImportDetail' });
export type ImportDetail = z.output<typeof importDetailSchema>;

export const listImportsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const importErrorsQuery = z.strictObject(pageQuery);

/** Names row and column, never the value. */
export const importErrorSchema = z.object({
  /** Record of the file, from 1; the header, blank lines and rows of separators are not counted. */
  row: z.number().int().min(1),
  /** Line of the file on which it begins, from 1; line breaks inside quotes count. Null where it is not known. */
  line: z.number().int().min(1).nullable(),
  /** Row of a spreadsheet that opened the CSV, from 1 (the header). */
  sheetRow: z.number().int().min(1).nullable(),
  column: z.string().nullable(),
  /** UPPER_SNAKE. */
  reason: z.string(),
  message: z.string(),
});
