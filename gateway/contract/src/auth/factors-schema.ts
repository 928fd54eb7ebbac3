import { z } from 'zod';
import { countSchema, idSchema, nameSchema, timestampSchema } from '../scalars.ts';

export const factorSchema = z
  .object({
    id: idSchema,
    kind: z.enum(['totp', 'passkey']),
    name: z.string(),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof factorSchema>;

export const userFactorsSchema = z.object({
  factors: z.array(factorSchema),
  recoveryCodesLeft: countSchema,
  /** Whether a role of the user requires a second factor. */
  required: z.boolean(),
});

export const ownFactorsSchema = userFactorsSchema.extend({
  /** Proofs that POST /auth/confirm accepts from this user. */
  proofs: z.array(z.enum(['totp', 'passkey', 'password'])),
});

const nameMessage = 'A name has 1 to 100 characters';
export const factorNameSchema = nameSchema.min(1, nameMessage).max(100, nameMessage);

export const totpCodeSchema = z.string().regex(/^\s*(?:\d\s*){6}$/, 'A code has six digits');

export const newTotpSchema = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** otpauth:// address, for a QR code. */
  uri: z.string(),
});

export const confirmTotpSchema = z.strictObject({ code: totpCodeSchema, name: factorNameSchema });

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_384);

/** Options for navigator.credentials.create or .get, in the JSON form of WebAuthn Level 3. */
export const passkeyOptionsSchema = z.looseObject({ challenge: base64url });

/** RegistrationResponseJSON of WebAuthn Level 3. */
export const passkeyRegistrationSchema = z.looseObject({
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url, attestationObject: base64url }),
});

/** AuthenticationResponseJSON of WebAuthn Level 3. */
export const passkeyAssertionSchema = z.looseObject({
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

export const confirmPasskeySchema = z.strictObject({
  response: passkeyRegistrationSchema,
  name: factorNameSchema,
});

export const addedFactorSchema = z.object({
  factor: factorSchema,
  /** With the first factor: ten codes, shown once. */
  recoveryCodes: z.array(z.string()),
});

export const renameFactorSchema = z.strictObject({ name: factorNameSchema });

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** Second step of a login: one of three kinds. */
export const secondFactorSchema = z.union([
  z.strictObject({ code: totpCodeSchema }),
  z.strictObject({ recoveryCode: z.string().min(1, 'Recovery code is required').max(100) }),
  z.strictObject({ passkey: passkeyAssertionSchema }),
]);
