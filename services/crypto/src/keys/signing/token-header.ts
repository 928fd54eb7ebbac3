import { tokenHeader } from '../../errors.ts';

const MAX_INPUT = 16 * 1024;
const SIGNING_INPUT = /^([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;
/** Services sign tokens of this type with their own keys; a user's token must never look like one. */
const SERVICE_TOKEN_TYPE = 'pii-svc+jwt';

/** Header members that select key and algorithm at the verifier. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid: string;
}

/**
 * Reads the protected header of a JWS signing input (RFC 7515, section 5.1).
 * @throws AppError INVALID_ARGUMENT TOKEN_HEADER
 */
export function readTokenHeader(signingInput: string): TokenHeader {
  const encoded = signingInput.length > MAX_INPUT ? undefined : SIGNING_INPUT.exec(signingInput)?.[1];
  if (encoded === undefined)
    throw tokenHeader('The signing input is not base64url(header).base64url(payload)');
  const header = parseObject(Buffer.from(encoded, 'base64url').toString('utf8'));
  const { alg, kid, typ } = header;
  if (typeof alg !== 'string' || typeof kid !== 'string')
    throw tokenHeader('The header must have alg and kid');
  if (typ === SERVICE_TOKEN_TYPE) throw tokenHeader('Service tokens are signed by services, not by crypto');
  return { alg, kid };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed };
  } catch {
    // Handled below; the error does not repeat the invalid input.
  }
  throw tokenHeader('The header is not a JSON object');
}
