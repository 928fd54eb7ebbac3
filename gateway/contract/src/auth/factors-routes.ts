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
  row({
    method: 'GET',
    path: '/auth/factors',
    auth: 'caller',
    lacking: ['factor_enrolment'],
    response: ownFactorsSchema,
    refusals: [409],
    summary: "The caller's second factors; 409 for API credentials and delegated tokens",
    example: {
      response: { factors: [factor], recoveryCodesLeft: 10, required: false, proofs: ['totp', 'password'] },
    },
  }),
  row({
    ...enrols,
    method: 'POST',
    path: '/auth/factors/totp',
    response: newTotpSchema,
    summary: 'A new secret for an authenticator app; it counts after its first code, within ten minutes',
    example: {
      response: {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/PII%20Vault:asha?secret=JBSWY3DPEHPK3PXP',
      },
    },
  }),
  row({
    ...enrols,
    method: 'POST',
    path: '/auth/factors/totp/confirm',
    body: json(confirmTotpSchema),
    response: addedFactorSchema,
    status: 201,
    summary: 'Add the app by its first code; recovery codes come with the first factor',
    example: { body: { code: '123456', name: 'Phone' }, response: { factor, recoveryCodes: codes } },
  }),
  row({
    ...enrols,
    method: 'POST',
    path: '/auth/factors/passkey',
    response: passkeyOptionsSchema,
    summary: 'Options for navigator.credentials.create; the challenge is good once, for five minutes',
    example: { response: { challenge, rp: { id: 'vault.example.com', name: 'PII Vault' } } },
  }),
  row({
    ...enrols,
    method: 'POST',
    path: '/auth/factors/passkey/confirm',
    body: json(confirmPasskeySchema),
    response: addedFactorSchema,
    status: 201,
    summary: 'Add the passkey that the browser has made; recovery codes come with the first factor',
    example: {
      body: {
        response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'o2M' } },
        name: 'Laptop',
      },
      response: { factor: { ...factor, kind: 'passkey', name: 'Laptop' }, recoveryCodes: codes },
    },
  }),
  row({
    ...changes,
    method: 'PUT',
    path: '/auth/factors/{id}',
    params: idParams,
    body: json(renameFactorSchema),
    response: factorSchema,
    summary: 'Name a second factor',
    example: { params: { id: '3' }, body: { name: 'Tablet' }, response: { ...factor, name: 'Tablet' } },
  }),
  row({
    ...changes,
    method: 'DELETE',
    path: '/auth/factors/{id}',
    params: idParams,
    response: successSchema,
    summary: 'Remove a second factor; 409 for the last one where a role must have one',
    example: { params: { id: '3' }, response: { success: true } },
  }),
  row({
    ...changes,
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    response: recoveryCodesSchema,
    status: 201,
    summary: 'Ten new recovery codes, shown once; the former ones are void',
    example: { response: { recoveryCodes: codes } },
  }),
  row({
    method: 'POST',
    path: '/auth/factors/challenge',
    auth: 'caller',
    lacking: ['second_factor'],
    response: passkeyOptionsSchema,
    refusals: [409],
    summary:
      "Options for navigator.credentials.get with the caller's passkeys; the challenge is good once, for five minutes",
    example: { response: { challenge, rpId: 'vault.example.com' } },
  }),
  row({
    method: 'POST',
    path: '/auth/second-factor',
    auth: 'caller',
    lacking: ['second_factor'],
    body: json(secondFactorSchema),
    response: signedInSchema,
    refusals: [409],
    summary: 'The second step of a login: the session that lacks its second factor becomes a full one',
    example: { body: { code: '123456' }, response: { success: true, user: signedInExample } },
  }),
  row({
    method: 'GET',
    path: '/users/{id}/factors',
    auth: 'permission',
    permission: 'users:manage',
    params: idParams,
    response: userFactorsSchema,
    summary: 'Second factors of a user',
    example: { params: { id: '2' }, response: { factors: [factor], recoveryCodesLeft: 10, required: true } },
  }),
  row({
    method: 'DELETE',
    path: '/users/{id}/factors',
    auth: 'permission',
    permission: 'users:manage',
    proof: 'fresh',
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary:
      'Remove all second factors of a user who has lost them; its sessions end, the owner is mailed; 409 when there are none',
    example: { params: { id: '2' }, response: { success: true } },
  }),
] as const;
