import { STATUS_CODES } from 'node:http';
import type { ProblemBody } from '@pii-vault/contract/problem';
import type { AppError } from '@pii-vault/platform/core/errors/app-error';
import { httpStatusOf } from '@pii-vault/platform/core/errors/http-mapping';
import type { Response } from 'express';
import { edgeOf } from './edge-request.ts';

/** Default Retry-After in seconds, by status. */
const retryAfterSeconds: Readonly<Record<number, number>> = { 429: 1, 503: 1 };

/** An error as RFC 9457 problem details. Independent of the path: two 404s have equal bodies. */
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

/** Sends a problem; `extra` are members of single calls, such as `reasons` of a login. */
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
  // After a body timeout the next request on the connection could not be found.
  if (body.status === 408) res.setHeader('Connection', 'close');
  const bytes = Buffer.from(JSON.stringify(body));
  res.statusCode = body.status;
  res.setHeader('Content-Type', 'application/problem+json');
  res.setHeader('Content-Length', bytes.length);
  res.end(res.req.method === 'HEAD' ? undefined : bytes);
}

/** Additional members of problems of /auth/login, for the console. */
export function loginMembers(route: string, error: AppError): object {
  if (route !== '/api/auth/login') return {};
  const reasons = error.reason === 'LOGIN_BLOCKED' ? error.details.map(({ message }) => message) : [];
  return { success: false, reasons };
}
