import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { allModules } from '../src/modules.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/**
 * Repeated up to the longest text that the contract allows. The first five took up to 3 s in six texts of 10,000
 * characters.
 */
const HOSTILE = [
  '7 ',
  '+22 22 22 22 22 ',
  '0 11 23 45 67 ',
  `AA00${'A'.repeat(40)} `,
  '7777777 ',
  'a@b.c',
  'a@ä.',
  '-',
  '\u0301',
  ' St, Rd 1/2 #',
  '"{[',
];
const BENIGN = 'The quick brown fox jumps over it. ';
/** Length of a text that has no limit, and of lists. */
const [UNLIMITED, ITEMS] = [50_000, 10];
/** A cost below this many ms counts as this: the vault's jobs run on the same thread. A quadratic search took 1,160. */
const FLOOR_MS = 60;
/** Largest accepted ratio of costs. */
const RATIO = 6;

interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

let vault: WholeVault;
let call: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  call = await firstAdmin(vault.origin);
  for (const code of ['SARAL', 'AROGYA']) await call({ key: 'POST /companies', body: { name: code, code } });
  const body = { companyId: 1, consentDetails: { purpose: 'kyc' }, fields: { name: 'Asha Rao' } };
  await call({ key: 'POST /pii-records', body });
});
afterAll(() => vault?.stop());

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The example with every free text, also of optional properties, filled with this one as long as it may be. */
function filled(shape: Shape, example: unknown, text: string, named = shape.$defs ?? {}): unknown {
  if (shape.$ref !== undefined)
    return filled(named[shape.$ref.replace('#/$defs/', '')] ?? {}, example, text, named);
  const one = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].find(({ type }) => type !== 'null');
  if (one !== undefined) return filled(one, example, text, named);
  if (shape.enum !== undefined) return example ?? shape.enum[0];
  if (shape.const !== undefined) return shape.const;
  switch (shape.type) {
    case 'string': {
      if (shape.pattern !== undefined || shape.format !== undefined) return example;
      const length = shape.maxLength ?? UNLIMITED;
      return text.repeat(Math.ceil(length / text.length)).slice(0, length);
    }
    case 'array': {
      const items = Array.isArray(example) ? example : [undefined];
      if (shape.items?.type !== 'string' && shape.items?.type !== 'object') return example;
      const wanted = Math.min(shape.maxItems ?? ITEMS, ITEMS);
      return Array.from({ length: wanted }, (_, n) =>
        filled(shape.items ?? {}, items[n % items.length], text, named),
      );
    }
    case 'object': {
      const given = isRecord(example) ? example : {};
      const { properties = {}, additionalProperties } = shape;
      // An invalid cursor would hide what the other texts cost.
      const own = Object.entries(properties)
        .filter(([name]) => name !== 'cursor')
        .map(([name, each]) => [name, filled(each, given[name], text, named)]);
      const other = typeof additionalProperties === 'object' ? additionalProperties : {};
      const more = Object.entries(given)
        .filter(([name]) => !(name in properties))
        .map(([name, value]) => [name, filled(other, value, text, named)]);
      return Object.fromEntries([...own, ...more].filter(([, value]) => value !== undefined));
    }
    default:
      return example;
  }
}

function shapeOf(schema: z.ZodType): Shape {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const shape: Shape = JSON.parse(JSON.stringify(made));
  return shape;
}

const partsOf = ({ query, body, example }: Row, text: string) => ({
  ...(query === undefined ? {} : { query: Object(filled(shapeOf(query), example.query ?? {}, text)) }),
  ...(body?.schema === undefined ? {} : { body: filled(shapeOf(body.schema), example.body, text) }),
});

/** Left out: they end the session, or have a deliberately slow hash. */
const left = new Set(['/auth/logout', '/auth/login', '/auth/setup-admin']);
const hasText = (row: Row) => JSON.stringify(partsOf(row, 'a')) !== JSON.stringify(partsOf(row, 'b'));
const rows = (routes as readonly Row[]).filter(
  (row) => !left.has(row.path) && row.produces === undefined && hasText(row),
);

/** CPU time of this thread in ms. The gateway and all services run in it: requests of other companies wait for it. */
async function costOf(row: Row, text: string): Promise<number> {
  const key = `${row.method} ${row.path}` as Parameters<ApiCaller>[0]['key'];
  const params = isRecord(row.example.params) ? { params: row.example.params } : {};
  const request = { key, ...params, ...partsOf(row, text) };
  const before = process.threadCpuUsage();
  const answer = await call(request);
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.status, `${row.key} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  return (user + system) / 1_000;
}

it.each(rows.map((row) => [row.key, row] as const))(
  '%s takes about as long for hostile texts as for others of their length',
  async (_, row) => {
    const limit = RATIO * Math.max(FLOOR_MS, await costOf(row, BENIGN), await costOf(row, BENIGN));
    for (const text of HOSTILE) {
      let cost = await costOf(row, text);
      // Background work and garbage collection count too, so the least of several is compared.
      for (let n = 0; n < 3 && cost > limit; n++) cost = Math.min(cost, await costOf(row, text));
      expect(cost, JSON.stringify(text)).toBeLessThanOrEqual(limit);
    }
  },
  60_000,
);
