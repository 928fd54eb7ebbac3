import type { Row } from './row.ts';

/** What each status of a refusal means, as the contract tells it to clients. */
export const problemMeanings = {
  400: 'Malformed or invalid',
  401: 'No credential, or a bad one',
  403: 'A permission or a fresh proof (POST /auth/confirm) is lacking, or a purpose is refused',
  404: "Absent, or another company's",
  406: 'None of the accepted types can be answered',
  409: 'In conflict with what is there',
  410: 'The person has been erased',
  412: 'Changed since it was read',
  413: 'The body is too large',
  415: 'The body is of another media type',
  422: 'The Idempotency-Key came with another request before',
} as const;
export type ProblemStatus = keyof typeof problemMeanings;

/** The refusals of a call: those its parts imply, and those its row names. Any call may be throttled or time out. */
export function problemStatuses(row: Row): ProblemStatus[] {
  const implied: (ProblemStatus | false)[] = [
    400,
    row.auth !== 'public' && 401,
    (row.auth === 'permission' || row.proof === 'fresh') && 403,
    row.params?.shape.id !== undefined && 404,
    406,
    row.body !== undefined && 413,
    row.body !== undefined && 415,
    row.idempotent === true && row.body?.schema !== undefined && 422,
  ];
  const all = [...implied.filter((status) => status !== false), ...(row.refusals ?? [])];
  return all.sort((a, b) => a - b);
}
