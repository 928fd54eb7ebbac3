import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { AppError, GRPC_CODES, grpcName, grpcNumber } from './app-error.ts';
import { httpStatusOf } from './http-mapping.ts';

describe('AppError', () => {
  it('returns an AppError unchanged and hides the message of any other error', () => {
    const known = new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
    expect(AppError.from(known)).toBe(known);
    const hidden = AppError.from(new Error('duplicate key value (pan)=(ABCPE1234F)'));
    expect(hidden.code).toBe('INTERNAL');
    expect(hidden.message).not.toContain('ABCPE1234F');
    expect(hidden.cause).toBeInstanceOf(Error);
  });

  it('maps every gRPC code to its number, back, and to one HTTP status', () => {
    for (const code of GRPC_CODES) {
      expect(grpcNumber(code)).toBe(status[code]);
      expect(grpcName(status[code])).toBe(code);
      expect(httpStatusOf({ code, reason: 'ANY' })).toBeGreaterThanOrEqual(400);
    }
    expect(httpStatusOf({ code: 'FAILED_PRECONDITION', reason: 'STALE' })).toBe(412);
    expect(httpStatusOf({ code: 'FAILED_PRECONDITION', reason: 'IDEMPOTENCY_KEY_REUSED' })).toBe(422);
  });

  it('counts only server failures as faults', () => {
    expect(new AppError('UNAVAILABLE', 'X', 'x').isFault).toBe(true);
    expect(new AppError('INVALID_ARGUMENT', 'X', 'x').isFault).toBe(false);
  });
});
