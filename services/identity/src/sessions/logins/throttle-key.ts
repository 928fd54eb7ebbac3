import { createHash } from 'node:crypto';

/** A cache key without personal data: an e-mail address in Redis would outlive its retention. */
export function throttleKey(kind: string, text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url')}`;
}
