export interface ApiRequest {
  method: string;
  /** Below /api, with query. */
  path: string;
  /** Sent as bearer; '' for none. */
  token: string;
  /** JSON as typed. */
  body?: string | undefined;
}

export interface ApiAnswer {
  status: number;
  statusText: string;
  isOk: boolean;
  durationMs: number;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Pretty JSON, or text as it came. */
  text: string;
  /** Bytes of the body. */
  size: number;
  /** `message` of a problem. */
  message: string | undefined;
}

/**
 * Sends the typed call with its token and without the session: no cookie, no stored token. @throws TypeError without a
 * network
 */
export async function sendRequest({ method, path, token, body }: ApiRequest): Promise<ApiAnswer> {
  const headers = new Headers({ accept: '*/*' });
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const startedAt = performance.now();
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    credentials: 'omit',
    ...(body === undefined ? {} : { body }),
  });
  const bytes = await response.arrayBuffer();
  const durationMs = performance.now() - startedAt;
  const raw = isText(response.headers.get('content-type')) ? new TextDecoder().decode(bytes) : '';
  const parsed = asJson(raw);
  return {
    status: response.status,
    statusText: response.statusText,
    isOk: response.ok,
    durationMs,
    headers: [...response.headers],
    text: parsed === undefined ? raw : JSON.stringify(parsed, null, 2),
    size: bytes.byteLength,
    message: messageIn(parsed),
  };
}

const isText = (type: string | null) => type === null || /^text\/|json|xml|javascript/.test(type);

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return typeof value.message === 'string' ? value.message : undefined;
}
