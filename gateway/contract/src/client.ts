import type { z } from 'zod';
import { Problem } from './problem.ts';
import type { RouteKey, RowOf } from './routes.ts';
import type { FileType } from './row.ts';

// Type imports only: this module must load neither zod nor schemas.
type Given<R, F extends 'params' | 'query'> = R extends { [K in F]: infer S extends z.ZodObject }
  ? z.input<S>
  : never;
type BodyOf<R> = R extends { body: { schema: infer S extends z.ZodType } }
  ? z.input<S>
  : R extends { body: object }
    ? BodyInit
    : never;
type Part<N extends string, T> = [T] extends [never]
  ? { [K in N]?: undefined }
  : Record<string, never> extends T
    ? { [K in N]?: T }
    : { [K in N]: T };

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** `version` of the resource as read: a later change is refused with 412. */
  ifMatch?: number;
  /** For a streamed body: text/csv or application/x-ndjson. */
  contentType?: string;
}
export type CallInput<K extends RouteKey> = Part<'params', Given<RowOf<K>, 'params'>> &
  Part<'query', Given<RowOf<K>, 'query'>> &
  Part<'body', BodyOf<RowOf<K>>> &
  CallOptions;
export type Answer<K extends RouteKey> = z.output<RowOf<K>['response']>;

export interface Page<T> {
  rows: T;
  /** Cursor of the next page, undefined on the last. */
  next: string | undefined;
  /** X-Total-Count, where it is cheap to count. */
  total: number | undefined;
}

/** Keys of calls that return a file. */
export type FileKey = {
  [K in RouteKey]: RowOf<K> extends { files: readonly FileType[] } ? K : never;
}[RouteKey];

export interface DownloadedFile {
  /** The whole file: an interrupted download is an error. Its type is the file's media type. */
  content: Blob;
  fileName: string;
}

export interface ClientOptions {
  fetch?: typeof fetch;
  /** Default: '/api'. */
  baseUrl?: string;
  getToken?: () => string | null | undefined;
  /**
   * Called before the Problem is thrown, with the token that was sent: for every 401, and for a 403 of a session that
   * lacks its second factor.
   */
  onUnauthorized?: (problem: Problem, key: RouteKey, token: string | null) => void;
  /**
   * Called when a call needs a fresh proof of the password. Returns true after a successful POST /auth/confirm; then
   * the call is repeated once.
   */
  onProofRequired?: () => Promise<boolean>;
  credentials?: RequestCredentials;
  /** Ends every call that gets no other signal. */
  signal?: AbortSignal;
}

export type Args<K extends RouteKey> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

export interface Client {
  /** Returns the body. @throws Problem for every status except 2xx; TypeError without a network */
  call<K extends RouteKey>(key: K, ...args: Args<K>): Promise<Answer<K>>;
  /** Returns a list with the cursor of its next page. */
  page<K extends RouteKey>(key: K, ...args: Args<K>): Promise<Page<Answer<K>>>;
  /** Downloads a file. @throws like call; TypeError when the connection breaks */
  download<K extends RouteKey>(key: K extends FileKey ? K : never, ...args: Args<K>): Promise<DownloadedFile>;
}

interface Parts {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** Path and query of a call: arrays joined by commas, objects as JSON, undefined omitted. */
export function urlOf(baseUrl: string, path: string, input: Parts = {}): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) query.set(name, value.join(','));
    else query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return `${baseUrl}${filled}${text === '' ? '' : `?${text}`}`;
}

/** Cursor in `Link: <…cursor=x…>; rel="next"`. */
function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>;\s*rel="next"/)?.[1];
  if (target === undefined) return undefined;
  return new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('cursor') ?? undefined;
}

/** `filename="x"` of Content-Disposition; the names are plain ASCII. */
function fileNameOf(disposition: string | null): string {
  return disposition?.match(/filename="?([^";]+)"?/)?.[1] ?? 'download';
}

function requestOf(
  { token, credentials = 'include', ...client }: ClientOptions & { token: string | null },
  method: string,
  { idempotencyKey, ifMatch, signal = client.signal, body, contentType }: Parts & CallOptions,
  accept: string,
): RequestInit {
  const headers = new Headers({ accept });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  const init: RequestInit = { method, headers, credentials };
  if (signal !== undefined) init.signal = signal;
  if (body === undefined) return init;
  headers.set('content-type', contentType ?? 'application/json');
  init.body = contentType === undefined ? JSON.stringify(body) : (body as BodyInit);
  return init;
}

async function problemOf(response: Response): Promise<Problem> {
  const text = (await response.text().catch(() => '')) || response.statusText;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(response.status, text, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

/** Without a session, or with a restricted one: signing in again provides what it lacks. */
export const needsSignIn = ({ status, reason }: Problem): boolean =>
  status === 401 || lackReasons.includes(reason ?? '');

const lackReasons = ['SECOND_FACTOR_REQUIRED', 'NEW_PASSWORD_REQUIRED', 'FACTOR_ENROLMENT_REQUIRED'];

export function createClient(options: ClientOptions = {}): Client {
  const baseUrl = options.baseUrl ?? '/api';

  async function send(
    key: RouteKey,
    input: Parts & CallOptions = {},
    accept = 'application/json',
  ): Promise<Response> {
    try {
      return await sendOnce(key, input, accept);
    } catch (thrown) {
      const asks = thrown instanceof Problem && thrown.reason === 'FRESH_PROOF_REQUIRED';
      if (!asks || (await options.onProofRequired?.()) !== true) throw thrown;
      return sendOnce(key, input, accept);
    }
  }

  async function sendOnce(key: RouteKey, input: Parts & CallOptions, accept: string): Promise<Response> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const token = options.getToken?.() ?? null;
    const init = requestOf({ ...options, token }, method, input, accept);
    const response = await (options.fetch ?? fetch)(urlOf(baseUrl, path, input), init);
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (needsSignIn(problem)) options.onUnauthorized?.(problem, key, token);
    throw problem;
  }

  return {
    async call(key, ...args) {
      return (await send(key, args[0])).json();
    },
    async page(key, ...args) {
      const response = await send(key, args[0]);
      const total = response.headers.get('x-total-count');
      return {
        rows: await response.json(),
        next: nextCursor(response.headers.get('link')),
        total: total === null ? undefined : Number(total),
      };
    },
    async download(key, ...args) {
      const response = await send(key, args[0], '*/*');
      const fileName = fileNameOf(response.headers.get('content-disposition'));
      return { content: await response.blob(), fileName };
    },
  };
}
