import type { Answer } from '@pii-vault/contract/client';
import { type RouteKey, routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';

const rows: readonly Row[] = routes;

/** The response of a call in the contract's example. */
export function exampleOf<K extends RouteKey>(key: K): Answer<K> {
  const row = rows.find((one) => one.key === key);
  return structuredClone(row?.example.response) as Answer<K>;
}

type Element<T> = T extends readonly (infer One)[] ? One : never;
/** The one row of a list's example. */
export const exampleRow = <K extends RouteKey>(key: K): Element<Answer<K>> =>
  (exampleOf(key) as readonly Element<Answer<K>>[])[0] as Element<Answer<K>>;

/** The answers, and for all other calls the response of the contract's example, changed by `change`. */
export function withExamples(
  answers: Readonly<Record<string, unknown>>,
  change = (response: unknown) => response,
): Readonly<Record<string, unknown>> {
  const examples = rows.map(({ key, example }) => ({
    key,
    pattern: new RegExp(`^${key.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    response: change(example.response),
  }));
  const find = (key: string) =>
    examples.find((one) => one.key === key) ?? examples.find(({ pattern }) => pattern.test(key));
  return new Proxy<Readonly<Record<string, unknown>>>(answers, {
    has: (given, key) => key in given || find(String(key)) !== undefined,
    get: (given, key) => (key in given ? given[String(key)] : find(String(key))?.response),
  });
}
