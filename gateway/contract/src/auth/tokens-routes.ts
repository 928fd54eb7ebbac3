import { z } from 'zod';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  confirmAnswerSchema,
  confirmSchema,
  createTokenSchema,
  demoTokenAnswerSchema,
  demoTokenQuery,
  liveSessionSchema,
  sessionParams,
  tokenAnswerSchema,
} from './tokens-schema.ts';

export const exampleSession = {
  id: 'q0J8m1ZcP2a7Vx4nT6bW9rKy',
  kind: 'api_token',
  userId: 2,
  companyId: 1,
  role: 'pii_view',
  ipAddress: '203.0.113.7',
  userAgent: 'curl/8.5.0',
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 1,
  createdByName: 'Asha Rao',
  lastSeenAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2026-11-22T08:00:00.000Z',
  isCurrent: false,
} as const;
const token = 'eyJhbGciOiJFZERTQSJ9.e30.c2ln';

export const tokensRoutes = [
  row('POST /auth/confirm', {
    auth: 'caller',
    lacking: ['factor_enrolment'],
    body: json(confirmSchema),
    response: confirmAnswerSchema,
    refusals: [409],
    summary:
      'Give the second factor or the password again. For five minutes the session may call operations that answer 403 FRESH_PROOF_REQUIRED. Users who must have a second factor have to use it; 409 for API credentials and delegated tokens',
    example: {
      body: { password: 'Correct-Horse-7' },
      response: { success: true, provenUntil: '2026-11-21T08:05:00.000Z' },
    },
  }),
  row('POST /auth/token', {
    rpc: 'sessions.createApiToken',
    auth: 'caller',
    proof: 'fresh',
    body: json(createTokenSchema),
    response: tokenAnswerSchema,
    summary:
      "Create a token for one company with a role's permissions, at most the caller's; it ends with the session or credential that created it",
    example: {
      body: { companyId: 1, userId: 2, role: 'pii_view' },
      response: { token, expiresIn: '24h' },
    },
  }),
  row('GET /auth/demo-token', {
    rpc: 'sessions.createDemoToken',
    ofCompany: true,
    auth: 'caller',
    proof: 'fresh',
    query: demoTokenQuery,
    response: demoTokenAnswerSchema,
    summary:
      'Create a token of at most 24 hours to test the API; it ends with the session that created it: no reveals, and writes only in test databases',
    example: {
      query: { companyId: '1' },
      response: { token, companyId: 1, usage: `Authorization: Bearer ${token}` },
    },
  }),
  row('GET /auth/sessions', {
    auth: 'caller',
    response: z.array(liveSessionSchema),
    summary: "List the caller's sessions, tokens and API credential, newest first",
    example: {
      response: [exampleSession],
    },
  }),
  row('DELETE /auth/sessions/{id}', {
    auth: 'caller',
    params: sessionParams,
    response: successSchema,
    summary: 'End a session, token or API credential at once',
    example: { params: { id: 'q0J8m1ZcP2a7Vx4nT6bW9rKy' }, response: { success: true } },
  }),
] as const;
