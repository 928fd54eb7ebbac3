import { STATUS_CODES } from 'node:http';
import type { ProblemBody } from '@pii-vault/contract/problem';
import type { AppError } from '@pii-vault/platform/errors/app-error';
import { httpStatusOf } from '@pii-vault/platform/errors/http-mapping';
import type { Response } from 'express';
import { edgeOf } from './edge-request.ts';

/** Seconds a client should wait when the service did not say, by status. */
const retryAfterSeconds: Readonly<Record<number, number>> = { 429: 1, 503: 1 };

/** An error as RFC 9457 problem details. Nothing in it depends on the path: two 404s are the same bytes. */
export function problemBody(error: AppError, requestId: string): ProblemBody {
  const status = httpStatusOf(error);
  const title = STATUS_CODES[status] ?? 'Error';
  const errors = error.details.map(({ path, message }) => ({ path, message }));
  return {
    type: `urn:pii-vault:problem:${error.reason.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.message,
    message: error.message,
    reason: error.reason,
    requestId,
    ...(errors.length > 0 ? { errors } : {}),
    ...(status >= 500 ? { error: title } : {}),
  };
}

/** Answers with a problem; `extra` are members of one call, such as `reasons` of a login. */
export function sendProblem(res: Response, error: AppError, extra: object = {}): void {
  if (res.headersSent) {
    edgeOf(res).brokenWith = httpStatusOf(error);
    res.destroy();
    return;
  }
  const body = { ...problemBody(error, edgeOf(res).requestId), ...extra };
  const wait =
    error.retryAfterMs === undefined ? retryAfterSeconds[body.status] : Math.ceil(error.retryAfterMs / 1000);
  if (wait !== undefined) res.setHeader('Retry-After', String(wait));
  if (body.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  // Whoever stopped sending will not find the end of this request on the connection.
  if (body.status === 408) res.setHeader('Connection', 'close');
  const bytes = Buffer.from(JSON.stringify(body));
  res.statusCode = body.status;
  res.setHeader('Content-Type', 'application/problem+json');
  res.setHeader('Content-Length', bytes.length);
  res.end(res.req.method === 'HEAD' ? undefined : bytes);
}

/** What /auth/login adds to its problems: the console reads both. */
export function loginMembers(route: string, error: AppError): object {
  if (route !== '/api/auth/login') return {};
  const reasons = error.reason === 'LOGIN_BLOCKED' ? error.details.map(({ message }) => message) : [];
  return { success: false, reasons };
}
