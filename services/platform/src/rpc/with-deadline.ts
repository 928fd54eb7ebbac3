import { AppError } from '../core/errors/app-error.ts';
import type { CallHeaders } from './channel.ts';
import { ENDED, LazyHeaders, LazySignal } from './lazy-signal.ts';

/** Runs a call within its caller's deadline and signal. It fails as over gRPC: see overTheWire. */
export function withDeadline<T>(headers: CallHeaders, run: (headers: CallHeaders) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { bounded, clear } = bindDeadline(headers, reject);
    run(bounded).then(
      (answer) => {
        clear();
        resolve(answer);
      },
      (thrown: unknown) => {
        clear();
        reject(overTheWire(thrown));
      },
    );
  });
}

/** Headers whose signal also fires at the deadline. `fail` is called then, and when the caller cancels. */
export function bindDeadline(headers: CallHeaders, fail: (error: AppError) => void) {
  const { deadlineAt, signal } = headers;
  const own = new LazySignal();
  const stop = (error: AppError) => {
    fail(error);
    own.abort(error);
  };
  const cancel = () => stop(new AppError('CANCELLED', 'CANCELLED', 'The request was cancelled'));
  const timer = Number.isFinite(deadlineAt)
    ? setTimeout(() => stop(deadlineExceeded()), msUntil(deadlineAt))
    : undefined;
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const bounded = new LazyHeaders(headers, own);
  return {
    bounded,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      own.abort(ENDED);
    },
  };
}

/** Time until the deadline, ms, at most the longest delay of a timer (24 days). */
export function msUntil(deadlineAt: number): number {
  return Math.min(Math.max(0, Math.ceil(deadlineAt - Date.now())), 0x7fff_ffff);
}

export const deadlineExceeded = () =>
  new AppError('DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED', 'The answer took too long');

/** The error as a caller gets it over gRPC: without cause and stack of the other service. */
export function overTheWire(thrown: unknown): AppError {
  const { code, reason, message, details, retryAfterMs } = AppError.from(thrown);
  return new AppError(code, reason, message, {
    details,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
