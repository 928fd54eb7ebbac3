import type { Row } from '@pii-vault/contract/row';
import { z } from 'zod';
import type { ApiRequest } from './api-caller.ts';

/**
 * Repeated up to the longest text that the contract allows. Former code took seconds to hours for several of them:
 * detection of phone numbers, normalisation of marks, rows of totals, addresses with blanks. NFKC makes 18 characters
 * of U+FDFA.
 */
export const HOSTILE = [
  '7 ',
  '+22 22 22 22 22 ',
  '0 11 23 45 67 ',
  `AA00${'A'.repeat(40)} `,
  '7777777 ',
  'a@b.c',
  'a@ä.',
  'a@b.co ',
  '-',
  '\u0301',
  '\u0301\u0316',
  '\u0915\u094d\u200d',
  '\ufdfa',
  ' ',
  'Total 1 ',
  ' St, Rd 1/2 #',
  '12/03/1990 ',
  '%_\\',
  '"{[',
] as const;
export const HARMLESS = 'The quick brown fox jumps over it. ';

/** Lengths where the contract has no limit: of a text, a list, and all keys of a record together. */
const [UNLIMITED, ITEMS, KEYS] = [50_000, 100, 8_000];
/** Value of a record whose values have any type, and of a further key. */
const [ANY_VALUE, FURTHER_VALUE] = [400, 20];
/** Optional numbers with a smaller maximum than this are filled with it: rows of a page, days, nodes. */
const LARGEST = 100_000;
/** Texts whose form services check, not the contract. */
const CHECKED = /^(role|url|ip|ipAddress|domain|token|timezone|.*password)$/i;
/** A pattern that only excludes characters, of which the texts have none: such a text is free. */
const EXCLUDING = /^\^\[\^[^\]]*\]\*\$$/;
/** Deepest filled value of a recursive type. */
const DEEPEST = 6;

export interface Filling {
  readonly text: string;
  /** Part of the largest allowed length and number of items: above 0, at most 1. */
  readonly share: number;
  readonly items: 'same' | 'distinct';
  /** Which texts are filled: free ones, or those of a form, with this length. Lists and records: with free texts. */
  readonly which: 'free' | { readonly formatted: number };
  /** Longest free text, where a service allows fewer characters than the contract. */
  readonly most?: number;
}

interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/** The request with its texts, lists and records filled, those of optional properties too. */
export function filledRequest(row: Row, request: ApiRequest, filling: Filling): ApiRequest {
  const { query, body, params } = row;
  return {
    ...request,
    ...(params === undefined ? {} : { params: Object(filledPart(params, request.params, filling)) }),
    ...(query === undefined ? {} : { query: Object(filledPart(query, request.query ?? {}, filling)) }),
    ...(body?.schema === undefined ? {} : { body: filledPart(body.schema, request.body, filling) }),
  };
}

/** Whether a filling of this kind changes the request. */
export function isFillable(row: Row, request: ApiRequest, which: Filling['which']): boolean {
  const [one, other] = ['x', 'y'].map((text) =>
    JSON.stringify(filledRequest(row, request, { text, share: 1, items: 'distinct', which })),
  );
  return one !== other || (which === 'free' && one !== JSON.stringify(request) && /\[/.test(one ?? ''));
}

function filledPart(schema: z.ZodType, example: unknown, filling: Filling): unknown {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const shape: Shape = JSON.parse(JSON.stringify(made));
  return new Filler(filling, shape.$defs ?? {}).fill(shape, example, 0);
}

/** Different texts of this length, as many as the filling's share of `most`. */
export function distinctTexts(filling: Filling, most: number, length: number): string[] {
  const filler = new Filler(filling, {});
  const count = Math.max(2, Math.floor(most * filling.share));
  return Array.from({ length: count }, (_, n) => filler.repeated(length, n + 1));
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Filler {
  readonly #filling: Filling;
  readonly #named: Readonly<Record<string, Shape>>;

  constructor(filling: Filling, named: Readonly<Record<string, Shape>>) {
    this.#filling = filling;
    this.#named = named;
  }

  /** @param at position in a list: its texts and enum values differ by it */
  fill(shape: Shape, example: unknown, depth: number, at = 0): unknown {
    if (depth > DEEPEST) return example;
    const inner = (one: Shape, given: unknown, n = at) => this.fill(one, given, depth + 1, n);
    if (shape.$ref !== undefined)
      return inner(this.#named[shape.$ref.replace('#/$defs/', '')] ?? {}, example);
    const one = alternative([...(shape.anyOf ?? []), ...(shape.oneOf ?? [])], example);
    if (one !== undefined) return inner(one, example);
    if (shape.enum !== undefined) return example;
    if (shape.const !== undefined) return shape.const;
    if (shape.type === 'string') return this.#text(shape, example, at);
    if (shape.type === 'array') return this.#list(shape, example, inner);
    if (shape.type === 'object') return this.#object(shape, example, inner, depth);
    if (shape.type === 'integer' && example === undefined) return this.#number(shape);
    if (shape.type === 'integer' && at > 0 && typeof example === 'number') return example + at;
    if (shape.type === undefined && typeof example === 'string')
      return this.#text({ maxLength: ANY_VALUE }, example, at);
    return example;
  }

  #number({ maximum = LARGEST }: Shape): number | undefined {
    return this.#filling.which === 'free' && maximum < LARGEST ? maximum : undefined;
  }

  #text({ pattern, format, maxLength = UNLIMITED }: Shape, example: unknown, at: number): unknown {
    const { which, share, most: cap = UNLIMITED } = this.#filling;
    const isFree = (pattern === undefined || EXCLUDING.test(pattern)) && format === undefined;
    if (isFree !== (which === 'free')) return example;
    const most = which === 'free' ? Math.min(maxLength, cap) : which.formatted;
    return this.repeated(Math.max(1, Math.floor(most * share)), at);
  }

  /** Another character at the end, because a search that fails there tries every way to read the rest. */
  repeated(length: number, at: number): string {
    const { text } = this.#filling;
    const end = at === 0 ? 'z' : `z${at}`;
    const room = Math.max(0, length - end.length);
    return `${text.repeat(Math.ceil(room / text.length)).slice(0, room)}${end}`.slice(-length);
  }

  #list({ items = {}, maxItems }: Shape, example: unknown, inner: Inner): unknown {
    const { share, which } = this.#filling;
    const given = Array.isArray(example) && example.length > 0 ? example : [undefined];
    const item = items.$ref === undefined ? items : (this.#named[items.$ref.replace('#/$defs/', '')] ?? {});
    const most = item.enum?.length ?? maxItems ?? ITEMS;
    const count = which === 'free' ? Math.max(1, Math.floor(most * share)) : given.length;
    const isDistinct = this.#filling.items === 'distinct';
    if (item.enum !== undefined) return which === 'free' ? item.enum.slice(0, count) : example;
    const filled = Array.from({ length: count }, (_, n) =>
      inner(items, given[n % given.length], isDistinct ? n : 0),
    );
    return filled.some((one) => one === undefined) ? example : filled;
  }

  /** The example, if a required property of another form has none. */
  #object(shape: Shape, example: unknown, inner: Inner, depth: number): unknown {
    const { properties = {}, required = [], additionalProperties, propertyNames } = shape;
    const { which } = this.#filling;
    const given = isRecord(example) ? example : {};
    // An invalid cursor would hide what the other texts cost.
    const own = Object.entries(properties)
      .filter(([name]) => name !== 'cursor')
      .map(([name, each]) => [name, this.#property(name, each, given[name], inner)] as const);
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    const more = Object.entries(given)
      .filter(([name]) => !(name in properties))
      .map(([name, value]) => [name, inner(values, value)] as const);
    const isOpen = propertyNames?.type === 'string' && which === 'free' && depth <= 2;
    const like = Object.values(given)[0] ?? 'x'.repeat(FURTHER_VALUE);
    const further = isOpen
      ? this.#keys(propertyNames.maxLength ?? 100).map((key) => [key, like] as const)
      : [];
    const filled = Object.fromEntries(
      [...own, ...more, ...further].filter(([, value]) => value !== undefined),
    );
    return required.every((name) => name in filled) ? filled : example;
  }

  #property(name: string, shape: Shape, example: unknown, inner: Inner): unknown {
    const { which } = this.#filling;
    if (!CHECKED.test(name) || shape.type !== 'string') return inner(shape, example);
    return which === 'free' ? example : inner({ ...shape, format: 'checked' }, example);
  }

  #keys(length: number): string[] {
    const count = Math.floor((KEYS * this.#filling.share) / (length + FURTHER_VALUE));
    return Array.from({ length: count }, (_, n) => this.repeated(length, n + 1));
  }
}

type Inner = (shape: Shape, example: unknown, at?: number) => unknown;

/** The alternative that the example has the form of, else the first one that is not null. */
function alternative(all: readonly Shape[], example: unknown): Shape | undefined {
  const some = all.filter(({ type }) => type !== 'null');
  const fits = ({ properties = {} }: Shape) =>
    isRecord(example) && Object.keys(example).every((name) => name in properties);
  return some.find(fits) ?? some[0];
}
