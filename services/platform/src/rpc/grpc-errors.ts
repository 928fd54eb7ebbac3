import { Metadata, type ServiceError } from '@grpc/grpc-js';
import {
  AppError,
  type ErrorDetail,
  grpcName,
  grpcNumber,
  isServiceError,
} from '../core/errors/app-error.ts';

const REASON = 'x-error-reason';
const DETAILS = 'x-error-details-bin';
const RETRY_AFTER = 'x-retry-after-ms';

/** An AppError as grpc-js sends it: code, message, and the rest in trailing metadata. */
export function toServiceError(thrown: unknown): Partial<ServiceError> {
  const error = AppError.from(thrown);
  const metadata = new Metadata();
  metadata.set(REASON, error.reason);
  if (error.details.length > 0) metadata.set(DETAILS, Buffer.from(JSON.stringify(error.details)));
  if (error.retryAfterMs !== undefined) metadata.set(RETRY_AFTER, String(error.retryAfterMs));
  return { code: grpcNumber(error.code), details: error.message, message: error.message, metadata };
}

/** The error of a grpc-js client as an AppError. A lost connection is UNAVAILABLE, whatever code grpc-js gives it. */
export function fromServiceError(thrown: unknown): AppError {
  if (!isServiceError(thrown)) return AppError.from(thrown);
  const code = grpcName(thrown.code);
  const reason = first(thrown.metadata, REASON);
  if (reason === undefined) return new AppError(code, code, fallbackMessage(code), { cause: thrown });
  const retryAfter = first(thrown.metadata, RETRY_AFTER);
  return new AppError(code, reason, thrown.details, {
    details: parseDetails(first(thrown.metadata, DETAILS)),
    ...(retryAfter === undefined ? {} : { retryAfterMs: Number(retryAfter) }),
  });
}

function first(metadata: Metadata, key: string): string | undefined {
  return metadata.get(key)[0]?.toString();
}

/** Parses the details of an error; none if they are malformed, because the rest of the error is still useful. */
export function parseDetails(text = ''): ErrorDetail[] {
  if (text === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function fallbackMessage(code: string): string {
  if (code === 'DEADLINE_EXCEEDED') return 'The answer took too long';
  if (code === 'UNAVAILABLE') return 'A part of the vault is not reachable; try again';
  return 'Something went wrong on our side';
}
