import type { Row } from './row.ts';

/** Meaning of each error status, as documented for clients. */
export const problemMeanings = {
  400: 'Malformed or invalid',
  401: 'Missing or invalid credential',
  403: 'Missing permission or fresh proof (POST /auth/confirm), or refused purpose',
  404: 'Not found, or of another company',
  406: 'None of the accepted media types is available',
  409: 'Conflicts with the current state',
  410: 'The person has been erased',
  412: 'Changed since it was read',
  413: 'The body is too large',
  415: 'The media type of the body is not supported',
  422: 'The Idempotency-Key was used with another request',
} as const;
export type ProblemStatus = keyof typeof problemMeanings;

/**
 * Errors of a call: those that its properties imply, and those that its row lists. Any call may also be rate limited
 * or time out.
 */
export function problemStatuses(row: Row): ProblemStatus[] {
  const implied: (ProblemStatus | false)[] = [
    400,
    row.auth !== 'public' && 401,
    (row.permission !== undefined || row.proof === 'fresh') && 403,
    row.params?.shape.id !== undefined && 404,
    406,
    row.body !== undefined && 413,
    row.body !== undefined && 415,
    row.idempotent === true && row.body?.schema !== undefined && 422,
  ];
  const all = [...implied.filter((status) => status !== false), ...(row.refusals ?? [])];
  return all.sort((a, b) => a - b);
}
