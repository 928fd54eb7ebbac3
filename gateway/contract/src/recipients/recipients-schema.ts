import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import {
  fieldTypeSchema,
  givenTimeSchema,
  idSchema,
  nameSchema,
  purposeSchema,
  textSchema,
  timestampSchema,
  versionSchema,
} from '../scalars.ts';

export const recipientKinds = ['processor', 'fiduciary', 'authority'] as const;
const codeSchema = z.string().regex(/^[a-z0-9_-]{1,50}$/, 'A code has 1 to 50 of a-z, 0-9, _ and -');
const kindSchema = z.enum(recipientKinds);
const countrySchema = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as IN');

export const recipientSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    code: codeSchema,
    name: z.string(),
    kind: kindSchema,
    purposes: z.array(purposeSchema),
    fieldTypes: z.array(fieldTypeSchema),
    /** ISO 3166-1 alpha-2. */
    country: z.string().nullable(),
    /** Obligation of the recipient: contract or law. */
    contract: shownTextSchema,
    texts: shownTextsSchema,
    sharedFrom: timestampSchema,
    sharedUntil: timestampSchema.nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.output<typeof recipientSchema>;

export const listRecipientsQuery = z.strictObject({ ...companyQuery, ...pageQuery });

export const createRecipientSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Code of the recipient, unique in the company. */
  code: codeSchema,
  name: nameSchema.min(1).max(200),
  kind: kindSchema,
  purposes: z.array(purposeSchema).min(1).max(20),
  fieldTypes: z.array(fieldTypeSchema).max(9).default([]),
  country: countrySchema.optional(),
  contract: textSchema(2_000).default(''),
  sharedFrom: givenTimeSchema.optional(),
});

export const updateRecipientSchema = z.strictObject({
  name: nameSchema.min(1).max(200).optional(),
  kind: kindSchema.optional(),
  purposes: z.array(purposeSchema).min(1).max(20).optional(),
  fieldTypes: z.array(fieldTypeSchema).min(1).max(9).optional(),
  country: countrySchema.optional(),
  contract: textSchema(2_000).optional(),
  sharedUntil: givenTimeSchema.optional(),
});
