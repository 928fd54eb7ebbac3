import type { CarriedFailure } from '@pii-vault/proto/platform/v1/carrier';
import { AppError, isGrpcCodeName } from '../../core/errors/app-error.ts';
import { parseDetails } from '../grpc-errors.ts';

/** The failure of a carried call: what a single call has in status and trailing metadata (grpc-errors.ts). */
export function toCarried({ code, reason, message, details, retryAfterMs }: AppError): CarriedFailure {
  return {
    code,
    reason,
    message,
    details: details.length === 0 ? '' : JSON.stringify(details),
    retryAfterMs,
  };
}

export const fromCarried = ({ code, reason, message, details, retryAfterMs }: CarriedFailure) =>
  new AppError(isGrpcCodeName(code) ? code : 'INTERNAL', reason, message, {
    details: parseDetails(details),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
