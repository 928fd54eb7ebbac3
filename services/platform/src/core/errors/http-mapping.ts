import type { AppError, GrpcCodeName } from './app-error.ts';

const BY_CODE: Readonly<Record<GrpcCodeName, number>> = {
  CANCELLED: 499,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 409,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

/** Reasons whose HTTP status is finer than their gRPC code can say (RFC 9110, RFC 6585). */
const BY_REASON: Readonly<Record<string, number>> = {
  STALE: 412,
  ERASED: 410,
  PAYLOAD_TOO_LARGE: 413,
  COMPRESSION_RATIO: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  NOT_ACCEPTABLE: 406,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  EXPECTATION_FAILED: 417,
  HOST_REFUSED: 421,
  HEADERS_TOO_LARGE: 431,
  IDEMPOTENCY_KEY_REUSED: 422,
};

/** The HTTP status of an error: the one mapping table between gRPC and REST. */
export function httpStatusOf(error: Pick<AppError, 'code' | 'reason'>): number {
  return BY_REASON[error.reason] ?? BY_CODE[error.code];
}
