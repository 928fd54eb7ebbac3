import type { z } from 'zod';
import { Problem } from './problem.ts';
import type { RouteKey, RowOf } from './routes.ts';
import type { FileType } from './row.ts';

// Types only: neither zod nor a schema is part of what this module loads.
type Output<R, F extends 'params' | 'query'> = R extends { [K in F]: infer S extends z.ZodType }
  ? z.output<S>
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
  /** `version` of what is changed, as it was read: a change made since is refused with 412. */
  ifMatch?: number;
  /** For a streamed body: text/csv or application/x-ndjson. */
  contentType?: string;
}
export type CallInput<K extends RouteKey> = Part<'params', Output<RowOf<K>, 'params'>> &
  Part<'query', Output<RowOf<K>, 'query'>> &
  Part<'body', BodyOf<RowOf<K>>> &
  CallOptions;
export type Answer<K extends RouteKey> = z.output<RowOf<K>['response']>;

export interface Page<T> {
  rows: T;
  /** Cursor of the next page, undefined on the last. */
  next: string | undefined;
  /** X-Total-Count, where it is cheap. */
  total: number | undefined;
}

/** Calls that answer with a file. */
export type FileKey = {
  [K in RouteKey]: RowOf<K> extends { files: readonly FileType[] } ? K : never;
}[RouteKey];

export interface DownloadedFile {
  /** Whole: a connection that broke in the middle is an error. Its type is the file's. */
  content: Blob;
  fileName: string;
}

export interface ClientOptions {
  fetch?: typeof fetch;
  /** '/api' unless said. */
  baseUrl?: string;
  getToken?: () => string | null | undefined;
  /** Called with every 401, and with a 403 for a session that lacks its second factor, and the token that was sent, before the Problem is thrown. */
  onUnauthorized?: (problem: Problem, key: RouteKey, token: string | null) => void;
  /**
   * Called when a call is refused because the password was not given within five minutes. True: it was given now (POST
   * /auth/confirm), and the call is repeated once.
   */
  onProofRequired?: () => Promise<boolean>;
  credentials?: RequestCredentials;
}

type Args<K extends RouteKey> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

export interface Client {
  /** The answer's body. @throws Problem for every status that is not 2xx; TypeError when there is no network */
  call<K extends RouteKey>(key: K, ...args: Args<K>): Promise<Answer<K>>;
  /** A list with the cursor of its next page. */
  page<K extends RouteKey>(key: K, ...args: Args<K>): Promise<Page<Answer<K>>>;
  /** A file, to be saved under its name. @throws like call; TypeError when the connection breaks */
  download<K extends RouteKey>(key: K extends FileKey ? K : never, ...args: Args<K>): Promise<DownloadedFile>;
}

interface Parts {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** Path and query of a call: arrays joined by commas, objects as JSON, undefined left out. */
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

/** `filename="x"` of Content-Disposition; our names are plain ASCII. */
function fileNameOf(disposition: string | null): string {
  return disposition?.match(/filename="?([^";]+)"?/)?.[1] ?? 'download';
}

function requestOf(
  { token, credentials = 'include' }: { token: string | null; credentials?: RequestCredentials | undefined },
  method: string,
  { idempotencyKey, ifMatch, signal, body, contentType }: Parts & CallOptions,
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

/** The session is restricted: signing in again asks for what it lacks. */
const lacksFactor = ({ reason }: Problem): boolean =>
  reason === 'SECOND_FACTOR_REQUIRED' || reason === 'FACTOR_ENROLMENT_REQUIRED';

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
    const init = requestOf({ token, credentials: options.credentials }, method, input, accept);
    const response = await (options.fetch ?? fetch)(urlOf(baseUrl, path, input), init);
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (response.status === 401 || lacksFactor(problem)) options.onUnauthorized?.(problem, key, token);
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
