import type { ServiceError } from '@grpc/grpc-js';

/** The gRPC codes of errors; each maps to exactly one HTTP status (http-mapping.ts). */
export const GRPC_CODES = [
  'CANCELLED',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;
export type GrpcCodeName = (typeof GRPC_CODES)[number];

/** Their numbers on the wire. Listed here, so that threads can raise errors without loading the gRPC library. */
const NUMBERS: Readonly<Record<GrpcCodeName, number>> = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
};

/** One thing wrong with an input, at a path such as `records.3.fields.pan`. Never repeats the value. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly details?: readonly ErrorDetail[];
  /** Delay before the caller should retry, ms. */
  readonly retryAfterMs?: number;
}

/**
 * The one error of the product. `code` decides the transport status, `reason` is stable and meant for
 * programs (UPPER_SNAKE), `message` is safe to show: no value, no SQL, no key or constraint name.
 */
export class AppError extends Error {
  readonly code: GrpcCodeName;
  readonly reason: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterMs: number | undefined;

  constructor(code: GrpcCodeName, reason: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
    this.details = options.details ?? [];
    this.retryAfterMs = options.retryAfterMs;
  }

  /** Any thrown value as an AppError; any other value becomes an INTERNAL fault with a message without details. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown;
    if (isAbort(thrown))
      return new AppError('CANCELLED', 'CANCELLED', 'The request was cancelled', { cause: thrown });
    return new AppError('INTERNAL', 'INTERNAL', 'Something went wrong on our side', { cause: thrown });
  }

  /** True for internal errors (5xx), which are logged at error with their cause. */
  get isFault(): boolean {
    return FAULTS.has(this.code);
  }
}

/** `invalidArgument('INVALID_DAYS', 'days is 1 to 90')`: an AppError of this code. */
const errorOf =
  (code: GrpcCodeName) =>
  (reason: string, message: string, options?: AppErrorOptions): AppError =>
    new AppError(code, reason, message, options);

export const invalidArgument = errorOf('INVALID_ARGUMENT');
export const failedPrecondition = errorOf('FAILED_PRECONDITION');
export const permissionDenied = errorOf('PERMISSION_DENIED');
export const alreadyExists = errorOf('ALREADY_EXISTS');
export const resourceExhausted = errorOf('RESOURCE_EXHAUSTED');
export const aborted = errorOf('ABORTED');
export const unavailable = errorOf('UNAVAILABLE');
export const unimplemented = errorOf('UNIMPLEMENTED');
export const internal = errorOf('INTERNAL');
export const dataLoss = errorOf('DATA_LOSS');

const FAULTS: ReadonlySet<GrpcCodeName> = new Set([
  'INTERNAL',
  'DATA_LOSS',
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
]);

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** The number of a code on the gRPC wire. */
export function grpcNumber(code: GrpcCodeName): number {
  return NUMBERS[code];
}

/** The code name of a gRPC status number; unknown numbers are INTERNAL. */
export function grpcName(code: number): GrpcCodeName {
  return GRPC_CODES.find((name) => NUMBERS[name] === code) ?? 'INTERNAL';
}

export function isGrpcCodeName(name: string): name is GrpcCodeName {
  return GRPC_CODES.some((known) => known === name);
}

/** True for the errors that grpc-js itself raises (connection lost, deadline, cancelled by the peer). */
export function isServiceError(thrown: unknown): thrown is ServiceError {
  return thrown instanceof Error && 'code' in thrown && 'details' in thrown && 'metadata' in thrown;
}
