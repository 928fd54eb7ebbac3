import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import { signedInExample } from './auth-routes.ts';
import { signedInSchema } from './auth-schema.ts';
import {
  addedFactorSchema,
  confirmPasskeySchema,
  confirmTotpSchema,
  factorSchema,
  newTotpSchema,
  ownFactorsSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  renameFactorSchema,
  secondFactorSchema,
  userFactorsSchema,
} from './factors-schema.ts';

const factor = {
  id: 3,
  kind: 'totp',
  name: 'Phone',
  createdAt: '2026-11-21T08:00:00.000Z',
  lastUsedAt: null,
} as const;
const codes = ['x3k9-0f7m-w2qa-6rbt', '5hd1-v8ce-n4zy-j0pg'];
const challenge = 'q0J8m1ZcP2a7Vx4nT6bW9rKyS3uHdLgEfIoAjCqMkNs';
const credential = { id: 'hG3k', rawId: 'hG3k', type: 'public-key' } as const;
const enrols = { auth: 'caller', proof: 'fresh', lacking: ['factor_enrolment'], refusals: [409] } as const;
const changes = { auth: 'caller', proof: 'fresh', refusals: [409] } as const;

export const factorsRoutes = [
  row('GET /auth/factors', {
    rpc: 'factors.listFactors',
    auth: 'caller',
    lacking: ['factor_enrolment'],
    response: ownFactorsSchema,
    refusals: [409],
    summary: "List the caller's second factors; 409 for API credentials and delegated tokens",
    example: {
      response: { factors: [factor], recoveryCodesLeft: 10, required: false, proofs: ['totp', 'password'] },
    },
  }),
  row('POST /auth/factors/totp', {
    rpc: 'factors.beginTotp',
    ...enrols,
    response: newTotpSchema,
    summary: 'Create a secret for an authenticator app; confirm it with a code within ten minutes',
    example: {
      response: {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/PII%20Vault:asha?secret=JBSWY3DPEHPK3PXP',
      },
    },
  }),
  row('POST /auth/factors/totp/confirm', {
    ...enrols,
    body: json(confirmTotpSchema),
    response: addedFactorSchema,
    status: 201,
    summary: 'Add an authenticator app with its first code; the first factor returns recovery codes',
    example: { body: { code: '123456', name: 'Phone' }, response: { factor, recoveryCodes: codes } },
  }),
  row('POST /auth/factors/passkey', {
    ...enrols,
    response: passkeyOptionsSchema,
    summary: 'Get options for navigator.credentials.create; the challenge is valid once, for five minutes',
    example: { response: { challenge, rp: { id: 'vault.example.com', name: 'PII Vault' } } },
  }),
  row('POST /auth/factors/passkey/confirm', {
    ...enrols,
    body: json(confirmPasskeySchema),
    response: addedFactorSchema,
    status: 201,
    summary: 'Add a passkey created by the browser; the first factor returns recovery codes',
    example: {
      body: {
        response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'o2M' } },
        name: 'Laptop',
      },
      response: { factor: { ...factor, kind: 'passkey', name: 'Laptop' }, recoveryCodes: codes },
    },
  }),
  row('PUT /auth/factors/{id}', {
    rpc: 'factors.renameFactor',
    ...changes,
    params: idParams,
    body: json(renameFactorSchema),
    response: factorSchema,
    summary: 'Rename a second factor',
    example: { params: { id: '3' }, body: { name: 'Tablet' }, response: { ...factor, name: 'Tablet' } },
  }),
  row('DELETE /auth/factors/{id}', {
    rpc: 'factors.removeFactor',
    ...changes,
    params: idParams,
    response: successSchema,
    summary: 'Remove a second factor; 409 for the last one if a role requires one',
    example: { params: { id: '3' }, response: { success: true } },
  }),
  row('POST /auth/factors/recovery-codes', {
    rpc: 'factors.renewRecoveryCodes',
    ...changes,
    response: recoveryCodesSchema,
    status: 201,
    summary: 'Create ten new recovery codes, shown once; previous codes become invalid',
    example: { response: { recoveryCodes: codes } },
  }),
  row('POST /auth/factors/challenge', {
    auth: 'caller',
    lacking: ['second_factor'],
    response: passkeyOptionsSchema,
    refusals: [409],
    summary:
      "Get options for navigator.credentials.get with the caller's passkeys; the challenge is valid once, for five minutes",
    example: { response: { challenge, rpId: 'vault.example.com' } },
  }),
  row('POST /auth/second-factor', {
    auth: 'caller',
    lacking: ['second_factor'],
    body: json(secondFactorSchema),
    response: signedInSchema,
    refusals: [409],
    summary:
      'Complete a login with a second factor; the session becomes a full one, unless it lacks something else',
    example: { body: { code: '123456' }, response: { success: true, user: signedInExample, lacks: null } },
  }),
  row('GET /users/{id}/factors', {
    rpc: 'factors.listUserFactors',
    permission: 'users:manage',
    params: idParams,
    response: userFactorsSchema,
    summary: 'List the second factors of a user',
    example: { params: { id: '2' }, response: { factors: [factor], recoveryCodesLeft: 10, required: true } },
  }),
  row('DELETE /users/{id}/factors', {
    rpc: 'factors.resetUserFactors',
    permission: 'users:manage',
    proof: 'fresh',
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary:
      "Remove all second factors of a user; ends the user's sessions and mails the user; 409 without factors",
    example: { params: { id: '2' }, response: { success: true } },
  }),
] as const;
