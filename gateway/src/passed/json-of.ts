import { z } from 'zod';
import { oneOf, present, toIso } from '../wire/values.ts';

/**
 * The JSON of a message, by the schema of the response: members of the schema only, times as ISO 8601 and null for
 * what is not set. Compiled once per row.
 * @throws AppError INTERNAL / BAD_ANSWER for a message without a required member, or with a string outside its set
 */
export type ToJson<T> = (message: unknown) => T;

export function jsonOf<S extends z.ZodType>(schema: S): ToJson<z.output<S>> {
  return compile(schema) as ToJson<z.output<S>>;
}

function compile(schema: z.core.$ZodType): ToJson<unknown> {
  if (schema instanceof z.ZodNullable) return withAbsent(compile(schema.unwrap()), null);
  if (schema instanceof z.ZodOptional) return withAbsent(compile(schema.unwrap()), undefined);
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) {
    const element = compile(schema.element);
    return (message) => (present(message) as readonly unknown[]).map(element);
  }
  if (schema instanceof z.ZodEnum) {
    const options = schema.options as readonly string[];
    return (message) => oneOf(options, message as string);
  }
  return (message) => (message instanceof Date ? toIso(message) : present(message));
}

function objectOf(schema: z.ZodObject): ToJson<unknown> {
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

function withAbsent(toJson: ToJson<unknown>, absent: null | undefined): ToJson<unknown> {
  return (message) => (message === undefined || message === null ? absent : toJson(message));
}
