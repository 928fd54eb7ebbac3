import { Problem } from '@pii-vault/contract/problem';

/** What to tell the user: the server's own words, else what the screen says of a failure. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Problem && error.detail ? error.detail : fallback;
}
