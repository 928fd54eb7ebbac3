import type { Method, Row } from '@pii-vault/contract/row';

/** What stands at a path: a row's value with its parameters, or which methods the path has. */
export type Found<T> =
  | { readonly value: T; readonly params: Record<string, string> }
  | { readonly allowed: readonly string[] };

interface Pattern<T> {
  /** Parts of the path; a parameter has a name and takes any part that is not empty. */
  readonly parts: readonly { readonly literal: string; readonly name: string | undefined }[];
  readonly method: Method;
  readonly value: T;
}

/**
 * Finds rows by method and path (below /api, not decoded); HEAD is answered as GET is. A literal path goes before one
 * with parameters, so that /users/roles is not taken for a /users/{id} by any method. One look-up, however many rows
 * there are.
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
      // From here on only parameters that would take a literal part of what was found.
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
