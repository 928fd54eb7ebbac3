import { expect } from 'vitest';
import { AppError } from '../core/errors/app-error.ts';

/** Expects that a call is refused with this code or reason. */
export async function expectRefusal(call: Promise<unknown>, why: string): Promise<void> {
  const { code, reason } = await call.then(
    () => ({ code: 'OK', reason: 'OK' }),
    (error: unknown) => AppError.from(error),
  );
  expect([code, reason]).toContain(why);
}
