import type { Method, Row } from '@pii-vault/contract/row';

/** Result of a look-up: a row's value with its parameters, or the methods of the path. */
export type Found<T> =
  | { readonly value: T; readonly params: Record<string, string> }
  | { readonly allowed: readonly string[] };

interface Pattern<T> {
  /** Parts of the path; a parameter has a name and matches any non-empty part. */
  readonly parts: readonly { readonly literal: string; readonly name: string | undefined }[];
  readonly method: Method;
  readonly value: T;
}

/**
 * Finds rows by method and path (below /api, not decoded); HEAD is treated as GET. Literal paths have priority over
 * parameters, so that /users/roles never matches /users/{id}. One look-up for any number of rows.
 * @throws URIError for a parameter that is not URL-encoded UTF-8
 */
export function routeTable<T>(entries: readonly (readonly [Pick<Row, 'method' | 'path'>, T])[]) {
  const byLength = new Map<number, Pattern<T>[]>();
  for (const [{ method, path }, value] of entries) {
    const parts = partsOf(path).map((part) => ({ literal: part, name: /^\{(\w+)\}$/.exec(part)?.[1] }));
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { parts, method, value }]);
  }
  for (const patterns of byLength.values()) patterns.sort((a, b) => parameters(a) - parameters(b));

  return (method: string, path: string): Found<T> | undefined => {
    const parts = partsOf(path);
    const asked = method === 'HEAD' ? 'GET' : method;
    const there: Pattern<T>[] = [];
    for (const pattern of byLength.get(parts.length) ?? []) {
      if (!fits(pattern, parts)) continue;
      // The remaining patterns have a parameter where the found one has a literal part.
      if (parameters(pattern) > parameters(there[0] ?? pattern)) break;
      if (pattern.method === asked) return { value: pattern.value, params: paramsOf(pattern, parts) };
      there.push(pattern);
    }
    return there.length === 0 ? undefined : { allowed: there.flatMap(allowedBy) };
  };
}

const partsOf = (path: string) => path.slice(1).split('/');

const parameters = <T>(pattern: Pattern<T>) => pattern.parts.filter(({ name }) => name !== undefined).length;

function fits<T>(pattern: Pattern<T>, parts: readonly string[]): boolean {
  for (const [at, { literal, name }] of pattern.parts.entries())
    if (name === undefined ? parts[at] !== literal : parts[at] === '') return false;
  return true;
}

function paramsOf<T>(pattern: Pattern<T>, parts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, { name }] of pattern.parts.entries())
    if (name !== undefined) params[name] = decodeURIComponent(parts[at] ?? '');
  return params;
}

const allowedBy = <T>({ method }: Pattern<T>) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
