import { urlOf } from '@pii-vault/contract/client';
import type { RouteKey } from '@pii-vault/contract/routes';

/** An API request without credentials. */
export interface ApiRequest {
  readonly key: RouteKey;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly csv?: string;
  readonly idempotencyKey?: string;
  /** Additional headers; they override the request's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Path parameters of a route with an id. */
export const byId = (id: number | string) => ({ params: { id } });

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  /** All headers except Date and RateLimit*. */
  readonly headers: readonly (readonly [string, string])[];
  json<T = Record<string, unknown>>(): T;
}

/** Calls the API with one credential. `sameRequestId` makes two responses comparable byte by byte. */
export function apiCaller(origin: string, bearer?: string) {
  return async (request: ApiRequest, sameRequestId?: string): Promise<ApiAnswer> => {
    const [method = 'GET', path = '/'] = request.key.split(' ');
    const headers: Record<string, string> = { connection: 'close' };
    if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
    if (sameRequestId !== undefined) headers['x-request-id'] = sameRequestId;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey;
    if (request.csv !== undefined) headers['content-type'] = 'text/csv';
    Object.assign(headers, request.headers);
    const body = request.csv ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const response = await fetch(urlOf(`${origin}/api`, path, request), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      headers: [...response.headers].filter(([name]) => name !== 'date' && !name.startsWith('ratelimit')),
      json: () => JSON.parse(text),
    };
  };
}
export type ApiCaller = ReturnType<typeof apiCaller>;
