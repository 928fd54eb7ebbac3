import { z } from 'zod';
import { idSchema, timeTextSchema } from './scalars.ts';
import { MalformedJson, parseStrictJson } from './strict-json.ts';

const digits = /^\d{1,16}$/;
const toNumber = (value: unknown) =>
  typeof value === 'string' && digits.test(value) ? Number(value) : value;
/** A `+` that the client did not escape arrives as a blank. */
const toOffset = (value: unknown) =>
  typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value;
const split = (value: unknown) => (typeof value === 'string' ? value.split(',') : value);

function parseJson(value: unknown, { issues }: z.core.ParsePayload): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseStrictJson(value);
  } catch (thrown) {
    if (!(thrown instanceof MalformedJson)) throw thrown;
    issues.push({ code: 'custom', message: thrown.message, input: undefined });
    return z.NEVER;
  }
}

/** What a schema of a path or query reads from its text; the client writes the text of the same value. */
const fromText = <S extends z.ZodType>(
  read: (value: unknown, payload: z.core.ParsePayload) => unknown,
  schema: S,
) => z.preprocess(read, schema) as z.ZodType as z.ZodType<z.output<S>, z.input<S>>;

/** A number in a path or query: plain decimal digits; `0x10`, `1e3` and blanks are refused. */
export const numberParam = <S extends z.ZodType>(schema: S) => fromText(toNumber, schema);

/** A day of the years 1000 to 9998: its ends are storable instants in every zone. */
export const dayPattern = /^(?!0|9999)\d{4}-\d\d-\d\d$/;

/** A time with `Z` or an offset, or a day. */
const timeOrDayParam = fromText(
  toOffset,
  z.union(
    [
      timeTextSchema,
      z.iso
        .date()
        .regex(dayPattern)
        .meta({ examples: ['2026-11-21'] }),
    ],
    {
      error: 'A time such as 2026-11-21T13:30:00+05:30, or a day such as 2026-11-21',
    },
  ),
);

/**
 * Parameters of every list that is limited in time. A day is one of the time zone of the named company, of the caller's
 * only company, or of the deployment (PIIVAULT_TIME_ZONE). The gateway hands instants to handlers (edge/period.ts).
 */
export const periodQuery = {
  /** At this time or later; a day from its start. */
  from: timeOrDayParam.optional(),
  /** Before this time; a day is included. */
  until: timeOrDayParam.optional(),
};

/** `a,b,c` in a query; the client joins arrays with commas. */
export const listParam = <S extends z.ZodType>(element: S, max: number) =>
  fromText(split, z.array(element).min(1).max(max));

/** JSON in a query, validated like a body; the client writes objects as JSON. */
export const jsonParam = <S extends z.ZodType>(schema: S) => fromText(parseJson, schema);

/** A boolean in a query. */
export const flagParam = z.enum(['true', 'false']).transform((text) => text === 'true');

export const idParam = numberParam(idSchema);
export const idListParam = (max: number) => listParam(numberParam(idSchema), max);

/** Omitted on a read: all companies of the caller. */
export const companyQuery = { companyId: idParam.optional() };

const defaultLimit = 50;

/** An optional number with the default `value`, which the OpenAPI document states. */
export const defaultsTo = <S extends z.ZodType<number>>(schema: S, value: z.output<S>) =>
  numberParam(schema.meta({ default: value }))
    .optional()
    .transform((given) => given ?? value);

/** Parameters of every list: default 50, at most 200 rows. Cursors are opaque; `Link` has the next page. */
export const pageQuery = {
  limit: defaultsTo(z.number().int().min(1).max(200), defaultLimit),
  cursor: z.string().min(1).max(512).optional(),
};

/** Parameters of every export: CSV for spreadsheets, or JSON with the rows of the list. */
export const exportQuery = { format: z.enum(['csv', 'json']) };

export const idParams = z.strictObject({ id: idParam });
