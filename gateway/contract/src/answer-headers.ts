import type { Row } from './row.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const count = (description: string): Json => ({ description, schema: { type: 'integer' } });

/** Headers of answers, for the components of the OpenAPI document. */
export const answerHeaders = {
  'X-Request-Id': text('That of the request (letters, digits and ._-, at most 64), or a new one'),
  // draft-ietf-httpapi-ratelimit-headers; on every answer to a caller who is known.
  RateLimit: text('Per policy: requests left and seconds to the next window'),
  'RateLimit-Policy': text('Per policy: quota and window in seconds'),
  'Retry-After': count('Seconds, with 429 and 503'),
  ETag: text('Version of what is answered, for If-Match'),
  Location: text('Where to ask for what is made'),
  Link: text('Next page: rel="next"'),
  'X-Total-Count': count('Rows of all pages, where it is cheap'),
  'Content-Disposition': text('attachment with a file name'),
} as const;

const refer = (names: readonly (keyof typeof answerHeaders)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Of a success. */
export function successHeaders({ auth, paged, files, tells }: Row): Json {
  return refer([
    'X-Request-Id',
    ...(auth === 'public' ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(paged === true ? (['Link', 'X-Total-Count'] as const) : []),
    ...(files === undefined ? [] : (['Content-Disposition'] as const)),
    ...(tells ?? []),
  ]);
}

/** Of every refusal. */
export const problemHeaders: Json = refer(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']);
/** Of a refusal that may pass by itself. */
export const retryHeaders: Json = { ...problemHeaders, ...refer(['Retry-After']) };
