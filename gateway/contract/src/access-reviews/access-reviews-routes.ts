import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  accessEvidenceSchema,
  accessLineParams,
  accessLineSchema,
  accessReviewSchema,
  decideAccessLineSchema,
  keepOpenLinesSchema,
  keptLinesSchema,
  listAccessLinesQuery,
  listAccessReviewsQuery,
  startAccessReviewSchema,
} from './access-reviews-schema.ts';

const review = {
  id: 2,
  companyId: 1,
  status: 'open' as const,
  startedBy: 5,
  startedByName: 'Ravi Nair',
  startedAt: '2026-11-21T08:00:00.000Z',
  reviewedBy: null,
  reviewedByName: null,
  reviewedAt: null,
  lines: 2,
  decided: 1,
  revoked: 0,
  snapshotSha256: null,
  version: 2,
};
const finished = {
  ...review,
  status: 'finished' as const,
  reviewedBy: 5,
  reviewedByName: 'Ravi Nair',
  reviewedAt: '2026-11-21T08:20:00.000Z',
  decided: 2,
  snapshotSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  version: 4,
};
const facts = {
  kind: 'account' as const,
  userId: 7,
  role: 'admin',
  via: 'primary_company' as const,
  status: 'active' as const,
  createdAt: '2026-02-01T08:00:00.000Z',
  isDormant: false,
};
const line = {
  ...facts,
  id: 11,
  userName: 'Meera Iyer',
  defaultRole: null,
  hasSecondFactor: true,
  clientId: null,
  mayErase: false,
  formerSecretUntil: null,
  lastUsedAt: '2026-11-20T08:00:00.000Z',
  decision: null,
  reason: null,
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  act: null,
  obstacle: null,
  version: 1,
};
const evidence = {
  certificate: {
    note: 'pii-vault-0a1b2c3d/certificates\n{"certificate":"access_review","companyId":1}\n\n— pii-vault-0a1b2c3d/certificates c2ln\n',
    keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e',
    publicKey: 'a2V5',
  },
  snapshot: {
    companyId: 1,
    finishedAt: finished.reviewedAt,
    finishedBy: 5,
    kind: 'access_review' as const,
    lines: [
      {
        ...facts,
        id: 11,
        secondFactor: true,
        lastUsedAt: line.lastUsedAt,
        decision: 'keep' as const,
        decidedBy: 5,
        decidedAt: '2026-11-21T08:10:00.000Z',
      },
    ],
    reviewId: 2,
    startedAt: review.startedAt,
    startedBy: 5,
  },
};

/** Reviews of who may enter a company; all but the list also need users:manage there. */
export const accessReviewsRoutes = [
  row('GET /access-reviews', {
    permission: 'compliance:read',
    query: listAccessReviewsQuery,
    response: z.array(accessReviewSchema),
    paged: true,
    summary: 'List reviews of who may enter a company, newest first',
    example: { query: { companyId: '1' }, response: [finished] },
  }),
  row('POST /access-reviews', {
    permission: 'compliance:manage',
    body: json(startAccessReviewSchema),
    response: accessReviewSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary:
      'Start a review of who may enter a company: its accounts and API clients become lines to keep or to revoke ' +
      '(DPDP Rules, 2025, Rule 6(1)(b)); 409 while one is open',
    example: { body: { companyId: 1 }, response: { ...review, decided: 0, version: 1 } },
  }),
  row('GET /access-reviews/{id}', {
    permission: 'compliance:read',
    params: idParams,
    response: accessReviewSchema,
    responseHeaders: ['ETag'],
    summary: 'Get a review; also needs users:manage',
    example: { params: { id: '2' }, response: review },
  }),
  row('GET /access-reviews/{id}/lines', {
    permission: 'compliance:read',
    params: idParams,
    query: listAccessLinesQuery,
    response: z.array(accessLineSchema),
    paged: true,
    summary: 'List the accounts and API clients of a review, unused ones first; also needs users:manage',
    example: { params: { id: '2' }, query: { open: 'true' }, response: [line] },
  }),
  row('POST /access-reviews/{id}/lines/{lineId}/decision', {
    permission: 'compliance:manage',
    proof: 'fresh',
    params: accessLineParams,
    body: json(decideAccessLineSchema),
    response: accessLineSchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary:
      'Keep or revoke one line, in an own session; revoking takes the access away at once. Not about the own account, ' +
      'nor about one that is not independent of it',
    example: {
      params: { id: '2', lineId: '11' },
      body: { decision: 'revoke', reason: 'left' },
      response: {
        ...line,
        decision: 'revoke',
        reason: 'left',
        act: 'account_deactivated',
        decidedBy: 5,
        decidedByName: 'Ravi Nair',
        decidedAt: '2026-11-21T08:10:00.000Z',
        version: 2,
      },
    },
  }),
  row('POST /access-reviews/{id}/keep', {
    permission: 'compliance:manage',
    params: idParams,
    body: json(keepOpenLinesSchema),
    response: keptLinesSchema,
    refusals: [409, 412],
    summary: 'Keep all open lines that the caller may decide; 412 when another number of lines is open',
    example: { params: { id: '2' }, body: { open: 1 }, response: { kept: 1, left: 0 } },
  }),
  row('POST /access-reviews/{id}/finish', {
    permission: 'compliance:manage',
    params: idParams,
    response: accessReviewSchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary: 'Finish a review whose lines are decided: signs them and enters their hash in the trail',
    example: { params: { id: '2' }, response: finished },
  }),
  row('GET /access-reviews/{id}/evidence', {
    permission: 'compliance:read',
    params: idParams,
    files: ['application/json'],
    response: accessEvidenceSchema,
    refusals: [409],
    summary: 'Download the signed lines of a finished review; also needs users:manage',
    example: { params: { id: '2' }, response: evidence },
  }),
] as const;
