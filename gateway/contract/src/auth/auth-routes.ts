import { row, smallJson } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  dailyMailSchema,
  jwksSchema,
  loginAnswerSchema,
  loginSchema,
  sessionSchema,
  setDailyMailSchema,
  setupAdminSchema,
  setupStatusSchema,
} from './auth-schema.ts';

export const signedInExample = {
  id: 1,
  email: 'asha@example.com',
  firstName: 'Asha',
  lastName: 'Rao',
  role: 'admin',
  companyId: 1,
  companies: [{ id: 1, name: 'Saral Bank', role: 'admin', permissions: ['pii:read', 'pii:write'] }],
  permissions: ['pii:read', 'pii:reveal'],
};

export const authRoutes = [
  row('POST /auth/login', {
    auth: 'public',
    body: smallJson(loginSchema),
    response: loginAnswerSchema,
    summary:
      'Sign in; a cookie binds the session to the browser. A session that lacks something may only provide it',
    example: {
      body: { email: 'asha@example.com', password: 'correct horse 9 Battery!' },
      response: { success: true, token: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln', user: signedInExample, lacks: null },
    },
  }),
  row('POST /auth/logout', {
    auth: 'caller',
    lacking: ['second_factor', 'new_password', 'factor_enrolment'],
    response: successSchema,
    refusals: [409],
    summary: 'End the current session; 409 for API credentials, which have no session',
    example: { response: { success: true } },
  }),
  row('GET /auth/session', {
    auth: 'caller',
    lacking: ['second_factor', 'new_password', 'factor_enrolment'],
    response: sessionSchema,
    summary: 'Get the signed-in user with permissions',
    example: { response: { user: signedInExample, expiresAt: '2026-11-21T20:00:00.000Z', lacks: null } },
  }),
  row('GET /auth/daily-mail', {
    rpc: 'dailyMails.getDailyMail',
    auth: 'caller',
    response: dailyMailSchema,
    summary: 'Get whether the caller gets the daily email about pending work',
    example: { response: { isOffered: true, isOn: true } },
  }),
  row('PUT /auth/daily-mail', {
    rpc: 'dailyMails.setDailyMail',
    auth: 'caller',
    body: smallJson(setDailyMailSchema),
    response: dailyMailSchema,
    summary: "Switch the caller's daily mail on or off; 403 for API credentials and delegated tokens",
    example: { body: { isOn: false }, response: { isOffered: true, isOn: false } },
  }),
  row('GET /auth/setup-status', {
    rpc: 'auth.setupStatus',
    auth: 'public',
    response: setupStatusSchema,
    summary: 'Get whether the first administrator has to be created',
    example: { response: { needsSetup: false, loginRisk: 'record' } },
  }),
  row('POST /auth/setup-admin', {
    rpc: 'auth.setupAdmin',
    auth: 'public',
    body: smallJson(setupAdminSchema),
    response: successSchema,
    status: 201,
    summary: 'Create the first super_admin, once; 404 afterwards',
    example: {
      body: {
        firstName: 'Asha',
        lastName: 'Rao',
        email: 'asha@example.com',
        password: 'correct horse 9 Battery!',
      },
      response: { success: true },
    },
  }),
  row('GET /auth/.well-known/jwks.json', {
    rpc: 'auth.getJwks',
    auth: 'public',
    response: jwksSchema,
    summary: 'Get the public keys of session tokens',
    example: {
      response: {
        keys: [{ kty: 'OKP', kid: 'tok-1', alg: 'EdDSA', use: 'sig', crv: 'Ed25519', x: '11qYAYKxCrfVS' }],
      },
    },
  }),
] as const;
