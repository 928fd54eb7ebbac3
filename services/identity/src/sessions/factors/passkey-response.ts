import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { wrongFactor } from '../../errors.ts';

const MAX_LENGTH = 16 * 1024;
const base64url = z.string().regex(/^[\w-]*$/);
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
};
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** @throws AppError WRONG_FACTOR for a malformed response */
export function readRegistration(json: string): RegistrationResponseJSON {
  return { ...read(registration, json), clientExtensionResults: {} };
}

/** @throws AppError WRONG_FACTOR for a malformed response */
export function readAssertion(json: string): AuthenticationResponseJSON {
  const { response, ...rest } = read(assertion, json);
  const { userHandle, ...signed } = response;
  return {
    ...rest,
    response: userHandle === undefined ? signed : { ...signed, userHandle },
    clientExtensionResults: {},
  };
}

function read<T>(schema: z.ZodType<T>, json: string): T {
  if (json.length > MAX_LENGTH) throw wrongFactor();
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw wrongFactor();
  }
}
