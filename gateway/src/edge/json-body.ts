import { MalformedJson, parseStrictJson } from '@pii-vault/contract/strict-json';
import { AppError } from '@pii-vault/platform/core/errors/app-error';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a body as strict JSON in UTF-8 (RFC 8259 section 8.1). @throws AppError INVALID_ARGUMENT / MALFORMED_JSON */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(decode(bytes));
  } catch (thrown) {
    if (!(thrown instanceof MalformedJson)) throw thrown;
    throw new AppError('INVALID_ARGUMENT', 'MALFORMED_JSON', `The body: ${thrown.message}`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedJson('Not valid UTF-8');
  }
}
