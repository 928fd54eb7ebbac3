import { AppError, type GrpcCodeName } from './app-error.ts';

/** An AppError in transit between threads. */
export interface Failure {
  readonly code: GrpcCodeName;
  readonly reason: string;
  readonly message: string;
  /** Name, message and stack of the cause; its other properties are dropped. */
  readonly cause: Error | undefined;
}

export function failureOf(thrown: unknown): Failure {
  const { code, reason, message, cause } = AppError.from(thrown);
  return { code, reason, message, cause: cause instanceof Error ? plain(cause) : undefined };
}

export const errorOf = ({ code, reason, message, cause }: Failure): AppError =>
  new AppError(code, reason, message, cause === undefined ? {} : { cause });

/** An error that can be sent, for any properties of the original. */
export function plain(error: Error): Error {
  const copy = new Error(error.message);
  copy.name = error.name;
  copy.stack = error.stack ?? '';
  return copy;
}
