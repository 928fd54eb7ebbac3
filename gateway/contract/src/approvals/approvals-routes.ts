import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { approvalSchema, listApprovalsQuery, requestApprovalSchema } from './approvals-schema.ts';

const asked = {
  companyId: 1,
  kind: 'reveal',
  purpose: 'kyc',
  people: 2_000,
  reason: 'Yearly KYC review',
} as const;
const pending = {
  ...asked,
  id: 7,
  companyName: 'Saral Bank',
  used: 0,
  texts: { view: 'masked', filled: ['reason'], identifiers: 0 },
  status: 'pending',
  requestedBy: 11,
  requestedByName: 'Asha Rao',
  clientId: null,
  requestedAt: '2026-11-21T08:00:00.000Z',
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  expiresAt: '2026-11-24T08:00:00.000Z',
  mayDecide: true,
  isDependent: false,
};
const decided = {
  ...pending,
  decidedBy: 12,
  decidedByName: 'Ravi Iyer',
  decidedAt: '2026-11-21T09:00:00.000Z',
  mayDecide: false,
};

export const approvalsRoutes = [
  row('GET /approvals', {
    permission: 'pii:reveal',
    query: listApprovalsQuery,
    response: z.array(approvalSchema),
    paged: true,
    summary:
      "List requests for bulk reveals and exports: the caller's own, and those of companies the caller manages",
    example: { query: { companyId: '1', status: 'pending' }, response: [pending] },
  }),
  row('POST /approvals', {
    permission: 'pii:reveal',
    body: json(requestApprovalSchema),
    response: approvalSchema,
    status: 201,
    refusals: [409],
    summary: 'Request approval of a bulk reveal or export by a second person',
    example: { body: asked, response: { ...pending, mayDecide: false } },
  }),
  row('POST /approvals/{id}/approve', {
    permission: 'company:manage',
    proof: 'fresh',
    params: idParams,
    response: approvalSchema,
    refusals: [409],
    summary: 'Approve a request of another user; needs a session and pii:reveal',
    example: {
      params: { id: '7' },
      response: { ...decided, status: 'approved', expiresAt: '2026-11-22T09:00:00.000Z' },
    },
  }),
  row('POST /approvals/{id}/refuse', {
    permission: 'company:manage',
    proof: 'fresh',
    params: idParams,
    response: approvalSchema,
    refusals: [409],
    summary: 'Refuse a request of another user; needs a session and pii:reveal',
    example: {
      params: { id: '7' },
      response: { ...decided, status: 'refused', expiresAt: '2026-11-21T09:00:00.000Z' },
    },
  }),
] as const;
