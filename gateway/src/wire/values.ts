import { internal } from '@pii-vault/platform/core/errors/app-error';
import type { z } from 'zod';

/** Times that a service always sets. @throws AppError INTERNAL when missing */
export function toIso(time: Date | undefined): string {
  if (time === undefined) throw broken('a time is missing');
  return isoOf(time);
}

export const toOptionalIso = (time: Date | undefined): string | null =>
  time === undefined ? null : isoOf(time);

/**
 * Cache of formatted times, limited to 64: a response has several times per value, mostly of few commits, and
 * formatting takes over 1 µs. Safe as module state, because formatting is a pure function.
 */
const texts = new Map<number, string>();
const MOST_TEXTS = 64;

function isoOf(time: Date): string {
  const ms = time.getTime();
  const known = texts.get(ms);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const text = time.toISOString();
  texts.set(ms, text);
  return text;
}

/** A message that its service always sets. @throws AppError INTERNAL when missing */
export function present<T>(message: T | undefined): T {
  if (message === undefined) throw broken('a message is missing');
  return message;
}

/** A string of a closed set. @throws AppError INTERNAL for another value */
export function oneOf<const T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw broken('a value is not one of its set');
  return found;
}

/** A value of a set that a schema describes. @throws AppError INTERNAL for another value */
export function known<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, success } = schema.safeParse(value);
  if (!success) throw broken('a value is not one of its set');
  return data;
}

/** Like oneOf, for sets that a newer service may extend: what the gateway does not know yet is 'other'. */
export function oneOrOther<const T extends string>(allowed: readonly T[], value: string): T | 'other' {
  return allowed.find((each) => each === value) ?? 'other';
}

/** Keeps keys with a non-empty string, list or map; JSON omits unknown values. */
export function given<T extends object>(fields: T): Partial<T> {
  const result: Partial<T> = {};
  for (const name in fields) if (isGiven(fields[name])) result[name] = fields[name];
  return result;
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === '') return false;
  if (typeof value !== 'object' || value === null) return true;
  return (Array.isArray(value) ? value : Object.keys(value)).length > 0;
}

/** Null for an empty text: a message has no absent string. */
export const orNull = (text: string): string | null => (text === '' ? null : text);

const broken = (what: string) =>
  internal('BAD_ANSWER', 'Something went wrong on our side', {
    cause: new Error(what),
  });
