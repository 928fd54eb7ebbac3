import { createHash } from 'node:crypto';

/** A key of the shared cache that names nobody: an e-mail address in Redis would outlive what we say about it. */
export function throttleKey(kind: string, text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url')}`;
}
