import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RequestHandler } from 'express';

/**
 * What Node would refuse by itself with a bare answer: HTTP/1.1 without Host (RFC 9112 section 3.2) and an
 * Expect that is not 100-continue (RFC 9110 section 10.1.1).
 */
export const checkForm: RequestHandler = ({ httpVersion, headers }, _res, next) => {
  if (httpVersion !== '1.1') return next();
  if (headers.host === undefined)
    throw new AppError('INVALID_ARGUMENT', 'MALFORMED_REQUEST', 'The request names no Host');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new AppError('INVALID_ARGUMENT', 'EXPECTATION_FAILED', 'Expect can only be 100-continue');
  next();
};
