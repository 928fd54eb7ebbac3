import type { Reply } from '../edge/handler.ts';
import { present } from './values.ts';

export const etagOf = (rowVersion: number): string => `"${rowVersion}"`;

/** The reply with a resource that a service returned, and its version. */
export function versioned<M extends { readonly rowVersion: number }, T>(
  map: (message: M) => T,
  answer: M | undefined,
): Reply<T> {
  const message = present(answer);
  return { body: map(message), headers: { ETag: etagOf(message.rowVersion) } };
}
