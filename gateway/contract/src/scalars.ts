import { z } from 'zod';

/** A row id: a positive integer that a double represents exactly. */
export const idSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'id' });
/**
 * Other records of the company that are verified as the same person: the call does not reach them. Null while lineage
 * does not answer.
 */
export const verifiedSameSchema = z
  .array(idSchema)
  .nullable()
  .meta({ description: 'other records of the company, verified as the same person; null: not known now' });

/** A time in a response: ISO 8601 in UTC with `Z`. */
export const timestampSchema = z.iso.datetime().meta({ examples: ['2026-11-21T08:00:00.000Z'] });

/** PostgreSQL has no year 0, and ISO 8601 writes years beyond 9999 in another form. */
const isStorable = (text: string) => /^(?!0000)\d{4}-/.test(utc(text));
/** Runs for invalid text, too: zod collects all issues of a value. */
const utc = (text: string) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
};

/** The text of a time in a request: ISO 8601 with `Z` or an offset such as `+05:30`; handlers read it in UTC. */
export const timeTextSchema = z.iso
  .datetime({ offset: true, error: 'A time such as 2026-11-21T08:00:00Z or 2026-11-21T13:30:00+05:30' })
  .refine(isStorable, 'A time has a year from 1 to 9999')
  .overwrite(utc)
  .meta({ examples: ['2026-11-21T08:00:00.000Z', '2026-11-21T13:30:00+05:30'] });

/** A time in the body of a request. Callers may write a Date: JSON has its text. */
export const givenTimeSchema: z.ZodType<Date, string | Date> = timeTextSchema.transform(
  (text) => new Date(text),
) as z.ZodType as z.ZodType<Date, string | Date>;

/** Quality, completeness, confidence, similarity and score: 0 to 100. */
export const percentSchema = z.number().min(0).max(100);

export const countSchema = z.number().int().min(0);

/** Version of a row, incremented with each change; `"<version>"` is its ETag for If-Match. */
export const versionSchema = z
  .number()
  .int()
  .min(1)
  .meta({ description: 'Version number in the ETag, for If-Match' });

/**
 * A name of a company, a user or a thing of theirs. Without the invisible marks of the bidirectional algorithm (Unicode
 * UAX #9), by which it could look like another name.
 */
export const nameSchema = z
  .string()
  .trim()
  .regex(
    /^[^\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/,
    'This has an invisible mark that changes the direction of reading: type it instead of pasting it',
  );

/** Longest text that may name a purpose. Normalisation takes quadratic time for combining marks of several classes. */
const MAX_PURPOSE_LABEL = 200;

/**
 * The one spelling of a purpose: small letters, and '_' for spaces and hyphens, so that a withdrawal for 'aml-check'
 * ends a consent for 'AML check'. Screens show the code in brackets where its name does not tell it:
 * 'AML check (aml__check)' is aml__check.
 */
export function canonicalPurpose(text: string): string {
  if (text.length > MAX_PURPOSE_LABEL) return text;
  const label = text.normalize('NFKC').trim();
  const slug = /\(([a-z0-9_-]{1,50})\)$/.exec(label)?.[1];
  return (slug ?? label.toLowerCase()).replace(/[\s\p{Dash_Punctuation}]+/gu, '_');
}

/** Purposes are compared exactly, in their one spelling. A request may state another one (canonicalPurpose). */
export const purposeSchema = z
  .string()
  .overwrite(canonicalPurpose)
  .regex(/^[a-z0-9_]{1,50}$/, 'A purpose has 1 to 50 of a-z, 0-9, _ and -');

export const fieldTypes = [
  'aadhaar',
  'pan',
  'email',
  'phone',
  'name',
  'address',
  'dob',
  'bank_account',
  'other_id',
] as const;
export const fieldTypeSchema = z.enum(fieldTypes).meta({ id: 'FieldType' });
export type FieldType = (typeof fieldTypes)[number];

export const masterKeySchema = z.uuid();

const emailPattern =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
/**
 * E-mail address of a user: at most 64 octets before the @, 63 in a label of the domain and 254 in total (RFC 5321,
 * 4.5.3.1; RFC 1035, 2.3.4).
 */
export const emailSchema = z.email({ pattern: emailPattern, error: 'Invalid email address' }).max(254);

/** Response of a call without other content. */
export const successSchema = z
  .object({ success: z.literal(true), message: z.string().optional() })
  .meta({ id: 'Success' });

/** Free text of a user; services encrypt it where it may contain personal data. */
export const textSchema = (max: number) => z.string().max(max);
