import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

/**
 * Refuses requests for another host (RFC 9110, 15.5.20). A page with a rebound name sends that name as Host and
 * Origin, and would pass all other checks. Health checks by address pass.
 */
export function refuseOtherHosts(isOurs: (host: string | undefined) => boolean): RequestHandler {
  const message =
    'This host name does not belong to the vault; allow it with PIIVAULT_ORIGIN or PIIVAULT_ALLOWED_HOSTS';
  const refusal = new AppError('PERMISSION_DENIED', 'HOST_REFUSED', message);
  return (req, res, next) => (isOurs(req.headers.host) ? next() : sendProblem(res, refusal));
}
