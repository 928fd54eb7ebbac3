import { type AppError, invalidArgument, unimplemented } from '@pii-vault/platform/core/errors/app-error';
import type { RequestHandler } from 'express';
import { problemBody } from './problem-response.ts';
import { rawHeaderLines } from './security-headers.ts';

/** Error for a code of Node's HTTP parser. */
export function parserRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return invalidArgument('HEADERS_TOO_LARGE', 'The headers are larger than 16 KiB');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return invalidArgument('REQUEST_TIMEOUT', 'The headers did not arrive in time');
  return invalidArgument('MALFORMED_REQUEST', 'The request is not valid HTTP');
}

/** CONNECT requests a tunnel, which only proxies support. */
export const tunnelRefusal = () =>
  unimplemented('METHOD_NOT_ALLOWED', 'This server does not support CONNECT');

/** A complete HTTP response for a request that does not reach Express, with the same headers and kind of body. */
export function rawProblem(error: AppError): string {
  const body = problemBody(error, 'none');
  const text = JSON.stringify(body);
  const allow = body.status === 405 ? 'Allow: GET, HEAD, POST, PUT, DELETE\r\n' : '';
  return (
    `HTTP/1.1 ${body.status} ${body.title}\r\n${rawHeaderLines()}${allow}Content-Type: application/problem+json\r\n` +
    `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`
  );
}

/** Fields of one value. Node takes the first of several, and a proxy may take the last. */
const singleFields = ['host', 'authorization', 'content-type'] as const;

/**
 * Checks what Node would refuse with an empty response: HTTP/1.1 without Host (RFC 9112 section 3.2) and an Expect
 * other than 100-continue (RFC 9110 section 10.1.1). Checks what Node accepts too: a repeated field of one value, and
 * a target that names a host, which only proxies get (RFC 9112 section 3.2.2).
 */
export const checkForm: RequestHandler = ({ httpVersion, headers, rawHeaders, originalUrl }, _res, next) => {
  const names = rawHeaders.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
  for (const field of singleFields)
    if (names.indexOf(field) !== names.lastIndexOf(field))
      throw invalidArgument('MALFORMED_REQUEST', `The request has several ${field} headers`);
  if (!originalUrl.startsWith('/') && originalUrl !== '*')
    throw invalidArgument('MALFORMED_REQUEST', 'The target of the request must be a path');
  if (httpVersion !== '1.1') return next();
  if (headers.host === undefined)
    throw invalidArgument('MALFORMED_REQUEST', 'The request has no Host header');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw invalidArgument('EXPECTATION_FAILED', 'Expect must be 100-continue');
  next();
};
