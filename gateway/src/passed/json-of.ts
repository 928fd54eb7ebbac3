import { z } from 'zod';
import { known, oneOf, oneOrOther, present, toIso } from '../wire/values.ts';

/**
 * Messages that jsonOf turns into a response: each member that the schema lists, but for those that it fixes. Null and
 * what is absent are undefined, times are Dates, base64 is bytes, and a string of a closed set is any string. A list
 * that may be null is a message with `values`, because a message has no absent list.
 */
export type Message<S> =
  S extends z.ZodNullable<infer U>
    ? (U extends z.ZodArray ? { readonly values: Message<U> } : Message<U>) | undefined
    : S extends z.ZodOptional<infer U>
      ? Message<U> | undefined
      : S extends z.ZodArray<infer U>
        ? readonly Message<U>[]
        : S extends z.ZodObject<infer Shape>
          ?
              | {
                  readonly [K in keyof Shape as Shape[K] extends z.ZodLiteral ? never : K]: Message<Shape[K]>;
                }
              | undefined
          : S extends z.ZodRecord<infer _Name, infer V>
            ? Readonly<Record<string, Message<V>>>
            : S extends z.ZodISODateTime
              ? Date | undefined
              : S extends z.ZodType<infer T extends string>
                ? string | (string extends T ? Uint8Array : never)
                : z.output<S>;

/** A message with every member that it may have, so that a member that it lacks shows. */
export type Filled<M> = M extends Date | Uint8Array
  ? M
  : M extends readonly (infer U)[]
    ? readonly Filled<U>[]
    : M extends object
      ? { readonly [K in keyof M]-?: Filled<M[K]> }
      : M;

/**
 * The JSON of a message, by the schema of the response: members of the schema only, times as ISO 8601, bytes as base64
 * and null for what is not set. An optional list or map that is empty is left out, because a message has no absent one.
 * A set with `other` has it for what a newer service may send. Compiled once per row.
 * @throws AppError INTERNAL / BAD_ANSWER for a message without a required member, or with a string outside its set
 */
export function jsonOf<S extends z.ZodType>(schema: S): ToJson<S> {
  return compile(schema) as ToJson<S>;
}

type ToJson<S> = <M>(message: M & (Filled<M> extends Message<S> ? unknown : Message<S>)) => z.output<S>;

/** Without the check that the message fits the schema. */
export type AnyToJson = (message: unknown) => unknown;

function compile(schema: z.core.$ZodType): AnyToJson {
  if (schema instanceof z.ZodNullable) return nullable(schema.unwrap());
  if (schema instanceof z.ZodOptional) return optional(schema.unwrap());
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) {
    const element = compile(schema.element);
    return (message) => (present(message) as readonly unknown[]).map(element);
  }
  if (schema instanceof z.ZodRecord) {
    const toValue = compile(schema.valueType);
    return (message) => {
      const entries = Object.entries(present(message) as object);
      return Object.fromEntries(entries.map(([name, value]) => [name, toValue(value)]));
    };
  }
  if (schema instanceof z.ZodEnum) {
    const options = schema.options as readonly string[];
    const pick = options.includes('other') ? oneOrOther : oneOf;
    return (message) => pick(options, message as string);
  }
  if (schema instanceof z.ZodLiteral) return () => schema.value;
  if (schema instanceof z.ZodUnion && schema.options.every(isText))
    return (message) => known(schema, message);
  if (isScalar(schema))
    return (message) => {
      if (message instanceof Date) return toIso(message);
      if (message instanceof Uint8Array) return Buffer.from(message).toString('base64');
      return present(message);
    };
  throw new Error(`No JSON of messages for the schema type ${schema._zod.def.type}`);
}

/** A set of texts, some of which have a variable part. */
const isText = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodEnum || schema instanceof z.ZodTemplateLiteral;

/** Others could hold members that no schema lists. */
const isScalar = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodStringFormat ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodBoolean;

function objectOf(schema: z.ZodObject): AnyToJson {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, compile(member)] as const);
  return (message) => {
    const values = present(message) as Readonly<Record<string, unknown>>;
    const json: Record<string, unknown> = {};
    for (const [name, toJson] of members) {
      const value = toJson(values[name]);
      if (value !== undefined) json[name] = value;
    }
    return json;
  };
}

function nullable(schema: z.core.$ZodType): AnyToJson {
  const toJson = compile(schema);
  if (!(schema instanceof z.ZodArray)) return withAbsent(toJson, null);
  return withAbsent((message) => toJson((message as { readonly values: unknown }).values), null);
}

function optional(schema: z.core.$ZodType): AnyToJson {
  const toJson = withAbsent(compile(schema), undefined);
  if (!(schema instanceof z.ZodArray || schema instanceof z.ZodRecord)) return toJson;
  return (message) => (Object.keys(message ?? {}).length === 0 ? undefined : toJson(message));
}

function withAbsent(toJson: AnyToJson, absent: null | undefined): AnyToJson {
  return (message) => (message === undefined || message === null ? absent : toJson(message));
}
