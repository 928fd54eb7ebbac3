import { z } from 'zod';
import { consentOptions, warned } from '../consents/consents-schema.ts';
import { afterErasureSchema } from '../pii-records/pii-records-schema.ts';
import { companyQuery, idParam, jsonParam, listParam, pageQuery } from '../query.ts';
import {
  canonicalPurpose,
  countSchema,
  fieldTypes,
  idSchema,
  purposeSchema,
  timestampSchema,
} from '../scalars.ts';

/**
 * Columns that say who refused consent, by a yes or by a no. `noConsent…`: the person is stored without the consent of
 * the import. `withdraw…`: the purposes of the import are withdrawn for the person, too.
 */
const consentTargets = ['noConsentIfYes', 'noConsentIfNo', 'withdrawIfYes', 'withdrawIfNo'] as const;
/** Targets of a column. */
export const columnTargets = [
  ...fieldTypes,
  'externalId',
  'individualId',
  'ignore',
  ...consentTargets,
] as const;
/** A consent target may name the one purpose of the import that the column is about: `noConsentIfYes:marketing`. */
export const columnTargetSchema = z.union([
  z.enum(columnTargets),
  z.templateLiteral([z.enum(consentTargets), ':', z.string()]).overwrite((target) => {
    const [name, purpose] = target.split(/:(.*)/s, 2);
    return `${name}:${canonicalPurpose(purpose ?? '')}` as typeof target;
  }),
]);
export const mappingSchema = z
  .record(z.string().min(1).max(200), columnTargetSchema)
  .refine((mapping) => Object.keys(mapping).length <= 512, 'At most 512 columns');

const unmappedSchema = z.literal('ignore');
/** Order of day and month in numeric dates; default: `dmy`. */
export const dateOrders = ['dmy', 'mdy'] as const;
const dateOrderSchema = z.enum(dateOrders);

export const createImportQuery = z.strictObject({
  companyId: idParam.optional(),
  purpose: purposeSchema,
  ...consentOptions,
  alsoFor: listParam(purposeSchema, 20).optional(),
  fileName: z.string().max(255).optional(),
  /**
   * JSON `{column: fieldType | externalId | individualId | ignore | noConsentIfYes | noConsentIfNo | withdrawIfYes |
   * withdrawIfNo}`, the last four also with one purpose of the import (`noConsentIfYes:marketing`); the header
   * determines columns that are not listed.
   */
  mapping: jsonParam(mappingSchema).optional(),
  onInvalid: z.enum(['reject', 'skip-field']).optional(),
  /**
   * `ignore` leaves out columns without a target; otherwise they hold the import. Columns that may say who refused
   * consent, by their name or by a value of any row, hold it in any case, unless the mapping names them.
   */
  unmapped: unmappedSchema.optional(),
  dateOrder: dateOrderSchema.optional(),
  afterErasure: afterErasureSchema.optional(),
  /**
   * A row about another person than the holder of its external id: `refuse` (default, IDENTITY_CONFLICT), or `replace`:
   * the row corrects the holder.
   */
  onConflict: z.enum(['refuse', 'replace']).optional(),
  /**
   * A row without an id whose person seems to be known, by Aadhaar or PAN, or by phone or e-mail and the name: `create`
   * (default) stores another record, `link` adds the values that the known person lacks, and the consent, `update` also
   * replaces values. `knownPeople` of the import counts these rows.
   */
  onKnown: z.enum(['create', 'link', 'update']).optional(),
});

/** Input for a held import. */
export const mapImportBody = z.strictObject({
  /** Columns that are not listed stay unchanged. */
  mapping: mappingSchema.optional(),
  unmapped: unmappedSchema.optional(),
  dateOrder: dateOrderSchema.optional(),
});

/** Lines 1 to this one stand above the header row of a CSV, name no columns and are not read; 0: none. */
const titleLinesSchema = countSchema;

/** Missing input of an import with the status `needs_mapping`; null for others. */
const holdSchema = z.object({
  titleLines: titleLinesSchema,
  /** Purposes of the import; a consent target may name one. */
  purposes: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      /** Target of the column; null while it has none. */
      target: columnTargetSchema.nullable(),
      /** Suggested target, for a column without one. */
      suggestion: z.enum(columnTargets).nullable(),
      /** It may say who refused consent: `unmapped=ignore` does not leave it out, only a mapping that names it. */
      mayStateRefusal: z.boolean(),
      /** First values of the column, masked. */
      samples: z.array(z.string()),
    }),
  ),
  /** Dates of birth that are valid only in the other order of day and month. */
  dates: z
    .object({
      /** The current order. */
      order: dateOrderSchema,
      rows: countSchema,
      firstRow: countSchema,
      firstLine: countSchema.nullable(),
      /** Other dates are valid only in the current order: each order refuses some rows. */
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
  titleLines: titleLinesSchema,
  hold: holdSchema.nullable(),
  ...warned,
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
    /** Why it is held, paused or failed, in UPPER_SNAKE. */
    statusReason: z.string().nullable(),
    /** The reason as text, and what to do. */
    statusMessage: z.string().nullable(),
    /** Next automatic retry of a paused import. */
    nextTryAt: timestampSchema.nullable(),
    /** Line of the file, from 1, where a failed import ended; rows before it are kept. Null when unknown. */
    failedLine: countSchema.nullable(),
    bytesTotal: countSchema,
    bytesRead: countSchema,
    processed: countSchema,
    accepted: countSchema,
    rejected: countSchema,
    /** Accepted rows without an id whose person seemed to be known: see `onKnown`. */
    knownPeople: countSchema,
    /** Rows per second: over the last seconds while it runs, over the whole run afterwards. */
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

/** A person that the import changed, and the other records of the company that are verified as the same person. */
export const sameRecordsSchema = z.object({
  individualId: idSchema,
  /** The import did not change them, unless a row named them, too. */
  verifiedSame: z.array(idSchema),
});

/** Row and column, never the value. */
export const importErrorSchema = z.object({
  /** Record of the file, from 1; header, blank lines and separator rows are not counted. */
  row: z.number().int().min(1),
  /** First line of the record in the file, from 1; line breaks inside quotes count. Null when unknown. */
  line: z.number().int().min(1).nullable(),
  /** Row in a spreadsheet program that opened the CSV, from 1 (the header). */
  sheetRow: z.number().int().min(1).nullable(),
  column: z.string().nullable(),
  /** UPPER_SNAKE. */
  reason: z.string(),
  message: z.string(),
});
