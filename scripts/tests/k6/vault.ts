import { check, fail } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';

export const ADDRESS = (__ENV.LOAD_ADDRESS || 'http://localhost:8080').replace(/\/$/, '');

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Route template, which names the request in the metrics, because paths contain ids. */
  readonly route: string;
  readonly path?: string;
  readonly body?: string | object;
  readonly type?: string;
  /** Status of a success; default 200. */
  readonly status?: number;
  /** The journey whose latency objective applies. */
  readonly journey: string;
  readonly idempotencyKey?: string;
}

export type Answer = RefinedResponse<ResponseType | undefined>;

/** Makes one API call; a check counts whether the status is the expected one. */
export function call(credential: string, request: Request): Answer {
  const { method, route, status = 200, journey } = request;
  const answer = send(credential, request);
  check(
    answer,
    { [`${method} ${route} answers ${status}`]: ({ status: given }) => given === status },
    { journey },
  );
  return answer;
}

/** Makes one attempt without a check. */
export function send(credential: string, request: Request): Answer {
  const { method, route, path = route, body, type = 'application/json', journey } = request;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return http.request(method, `${ADDRESS}/api${path}`, text ?? null, {
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(text === undefined ? {} : { 'Content-Type': type }),
      ...(request.idempotencyKey === undefined ? {} : { 'Idempotency-Key': request.idempotencyKey }),
    },
    tags: { name: `${method} ${route}`, journey },
  });
}

/** The JSON of an answer. A refusal ends the iteration with its reason; in setup it ends the run. */
export function jsonOf<T>(answer: Answer): T {
  if (answer.status >= 300)
    fail(`${answer.request.method} ${answer.request.url}: ${answer.status} ${answer.body}`);
  return answer.json() as T;
}
