import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

/**
 * Refuses requests that name another host (RFC 9110, 15.5.20): a page whose name was rebound to this address sends its own
 * name as Host and as Origin, and would pass every other check. Health checks by address pass.
 */
export function refuseForeignHosts(isOurs: (host: string | undefined) => boolean): RequestHandler {
  const message =
    'This host name is not one of the vault; PIIVAULT_ORIGIN and PIIVAULT_ALLOWED_HOSTS name its own';
  const refusal = new AppError('PERMISSION_DENIED', 'HOST_REFUSED', message);
  return (req, res, next) => (isOurs(req.headers.host) ? next() : sendProblem(res, refusal));
}
