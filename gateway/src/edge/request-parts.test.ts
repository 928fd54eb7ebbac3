import { loginSchema } from '@pii-vault/contract/auth/auth-schema';
import { createRecordSchema } from '@pii-vault/contract/pii-records/pii-records-schema';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { validate } from './request-parts.ts';

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (thrown) {
    return AppError.from(thrown);
  }
  throw new Error('was not refused');
}

describe('validate', () => {
  it('reports each path once with the message of the contract', () => {
    const error = refusal(() => validate(loginSchema, { email: '', password: 'x', extra: 1 }));
    expect([error.reason, error.message]).toEqual(['INVALID_REQUEST', 'Email is required']);
    expect(refusal(() => validate(loginSchema, { email: 'a', password: 7 })).message).toMatch(/^password: /);
    expect(error.details).toEqual([
      { path: 'email', message: 'Email is required' },
      { path: 'extra', message: 'Unknown key' },
    ]);
  });

  it('never repeats a value, not even one sent as a key', () => {
    const secret = '499118665246';
    const consentDetails = { purpose: `KYC ${secret}` };
    for (const fields of [{ [secret]: 'x' }, { name: [secret] }, { email: { [secret]: 1 } }]) {
      const error = refusal(() => validate(createRecordSchema, { consentDetails, fields, [secret]: secret }));
      expect(JSON.stringify([error.message, error.details])).not.toContain(secret);
    }
  });
});
