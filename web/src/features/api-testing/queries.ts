import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { OpenApi } from './rules/endpoint.ts';

/** The OpenAPI document of the gateway. Fetched without the console's client, which would send the session. */
export const useOpenApi = () =>
  useQuery({
    queryKey: ['/openapi.json'],
    queryFn: async ({ signal }): Promise<OpenApi> => {
      const response = await fetch('/api/openapi.json', { signal, credentials: 'omit' });
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    },
  });

/**
 * Creates a token for the company, valid for at most 24 hours. This call uses the session; test calls send only the
 * token.
 */
export const useDemoToken = () =>
  useMutation({
    mutationFn: (companyId: number | undefined) =>
      client.call('GET /auth/demo-token', { query: { companyId } }),
  });

interface ApiRequest {
  method: string;
  /** Path below /api, with query. */
  path: string;
  /** Sent as bearer; '' for none. */
  token: string;
  /** JSON text, not validated. */
  body?: string | undefined;
}

export interface ApiAnswer {
  status: number;
  statusText: string;
  isOk: boolean;
  durationMs: number;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Indented JSON, or the unchanged text. */
  text: string;
  /** Of the body, in bytes. */
  size: number;
  /** `message` of a problem response. */
  message: string | undefined;
}

/**
 * Sends the call with the given token and without the session: no cookie, no stored token.
 * @throws TypeError without a network
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
