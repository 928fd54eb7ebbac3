import { timestampSchema } from '@pii-vault/contract/scalars';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyToJson, jsonOf } from './json-of.ts';

const toJson = jsonOf(
  z.object({
    id: z.number(),
    kind: z.enum(['one', 'two']),
    at: timestampSchema,
    closedAt: timestampSchema.nullable(),
    note: z.string().nullable(),
    days: z.number().optional(),
    parts: z.array(z.object({ name: z.string() })),
  }),
) as AnyToJson;
const message = {
  id: 7,
  kind: 'one',
  at: new Date('2026-11-21T08:00:00Z'),
  parts: [{ name: 'a', extra: 1 }],
};

it('writes members of the schema only, times as ISO 8601, and null for what is absent', () => {
  expect(toJson({ ...message, textKeyVersion: 3 })).toEqual({
    id: 7,
    kind: 'one',
    at: '2026-11-21T08:00:00.000Z',
    closedAt: null,
    note: null,
    parts: [{ name: 'a' }],
  });
});

it('keeps empty texts and zeros', () => {
  expect(toJson({ ...message, id: 0, note: '', days: 0 })).toMatchObject({ id: 0, note: '', days: 0 });
});

it('writes what the schema fixes, bytes as base64, and an optional list only with elements', () => {
  const schema = z.object({
    success: z.literal(true),
    leaf: z.string(),
    names: z.array(z.string()).optional(),
  });
  expect(jsonOf(schema)({ leaf: Buffer.from('leaf'), names: [] })).toEqual({
    success: true,
    leaf: 'bGVhZg==',
  });
});

it('leaves an optional map out when it is empty, and keeps a list that may be null apart from an empty one', () => {
  const schema = z.object({
    counts: z.record(z.string(), z.number()).optional(),
    same: z.array(z.number()).nullable(),
  });
  const json = jsonOf(schema);
  expect(json({ counts: {}, same: { values: [] } })).toEqual({ same: [] });
  expect(json({ counts: { a: 1 }, same: undefined })).toEqual({ counts: { a: 1 }, same: null });
});

it('knows texts with a variable part, and refuses others', () => {
  const json = jsonOf(z.union([z.enum(['pan']), z.templateLiteral(['no:', z.string()])]));
  expect(json('no:marketing')).toBe('no:marketing');
  expect(() => json('yes:marketing')).toThrow('Something went wrong on our side');
});

it('has other for what a set with it does not know', () => {
  expect(jsonOf(z.enum(['one', 'other']))('newer')).toBe('other');
});

it('refuses a schema that may hide members', () => {
  for (const schema of [z.unknown(), z.union([z.string(), z.object({})])])
    expect(() => jsonOf(z.object({ one: schema }))).toThrow('No JSON of messages for the schema type');
});

it.each([
  ['a missing member', { at: undefined }],
  ['a string outside its set', { kind: 'third' }],
  ['a missing list', { parts: undefined }],
])('refuses a message with %s', (_, wrong) => {
  expect(() => toJson({ ...message, ...wrong })).toThrow('Something went wrong on our side');
});
