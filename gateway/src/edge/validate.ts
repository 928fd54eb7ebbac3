import { AppError, type ErrorDetail } from '@pii-vault/platform/core/errors/app-error';
import type { z } from 'zod';

/** Letters and at most two consecutive digits: no identity number, e-mail address or phone number has this form. */
const nameable = /^(?!.*\d{3})[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const maxDetails = 20;

/**
 * Validates one part of a request against the contract.
 * @throws AppError INVALID_ARGUMENT / INVALID_REQUEST with a message per path; values are never repeated
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.flatMap(detailsOf));
}

export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const message = first === undefined ? 'The request is not valid' : sentence(first);
  return new AppError('INVALID_ARGUMENT', 'INVALID_REQUEST', message, {
    details: details.slice(0, maxDetails),
  });
}

/** Default messages of zod lack the field, so it is added; messages of the contract are complete sentences. */
function sentence({ path, message }: ErrorDetail): string {
  const isGeneric = /^(Invalid|Too|Unknown|Unrecognized)\b/.test(message) && !/^Invalid email/.test(message);
  return path === '' || !isGeneric ? message : `${path}: ${message}`;
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'Unknown key' }));
  if (issue.code === 'invalid_key') return [{ path: pathOf(issue.path), message: 'Unknown key' }];
  return [{ path: pathOf(issue.path), message: issue.message }];
}

/** Keys come from the request and could contain personal data: only those that look like a name are repeated. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' || nameable.test(String(part)) ? String(part) : '…'))
    .join('.');
}
