import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RequestHandler } from 'express';

/**
 * Checks what Node would refuse with an empty response: HTTP/1.1 without Host (RFC 9112 section 3.2) and an Expect
 * other than 100-continue (RFC 9110 section 10.1.1).
 */
export const checkForm: RequestHandler = ({ httpVersion, headers }, _res, next) => {
  if (httpVersion !== '1.1') return next();
  if (headers.host === undefined)
    throw new AppError('INVALID_ARGUMENT', 'MALFORMED_REQUEST', 'The request has no Host header');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new AppError('INVALID_ARGUMENT', 'EXPECTATION_FAILED', 'Expect must be 100-continue');
  next();
};
