import type { Row } from './row.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const count = (description: string): Json => ({ description, schema: { type: 'integer' } });

/** Response headers, for the components of the OpenAPI document. */
export const responseHeaderComponents = {
  'X-Request-Id': text(
    'Id from the request if it is a UUID or a trace id of 32 hexadecimal digits, else a new one',
  ),
  // draft-ietf-httpapi-ratelimit-headers; in every response to an authenticated caller.
  RateLimit: text('Per policy: requests left and seconds to the next window'),
  'RateLimit-Policy': text('Per policy: quota and window in seconds'),
  'Retry-After': count('Seconds, with 429 and 503'),
  ETag: text('Version of the resource, for If-Match'),
  Location: text('Address of the created or pending resource'),
  Link: text('Next page: rel="next"'),
  'X-Total-Count': count('Number of rows of all pages, where it is cheap to count'),
  'Content-Disposition': text('attachment with a file name'),
} as const;

const refer = (names: readonly (keyof typeof responseHeaderComponents)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers of a successful response. */
export function successHeaders({ auth, paged, files, responseHeaders }: Row): Json {
  return refer([
    'X-Request-Id',
    ...(auth === 'public' ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(paged === true ? (['Link', 'X-Total-Count'] as const) : []),
    ...(files === undefined ? [] : (['Content-Disposition'] as const)),
    ...(responseHeaders ?? []),
  ]);
}

/** Headers of every error. */
export const problemHeaders: Json = refer(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']);
/** Headers of a temporary error. */
export const retryHeaders: Json = { ...problemHeaders, ...refer(['Retry-After']) };
