import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  decidePolicyChangeSchema,
  policyQuery,
  revealBudgetQuery,
  revealBudgetSchema,
  revealPolicySchema,
  setRevealPolicySchema,
} from './reveal-budgets-schema.ts';

const resetsAt = '2026-11-22T00:00:00.000Z';
const policy = {
  companyId: 1,
  peoplePerUser: 500,
  peoplePerCredential: 50_000,
  byPurpose: [{ purpose: 'marketing', people: 100 }],
  searchesPerUser: 200,
  searchesPerCredential: 5_000,
  conflicts: 200,
  bulkApproval: { revealsAbove: 1_000, exportsAbove: 10_000, hours: 24 },
};

const held = { ...policy, updatedAt: '2026-11-21T08:00:00.000Z', pending: null };
const { companyId: _, ...limits } = policy;
const pending = {
  id: 3,
  wanted: { ...limits, peoplePerUser: 800 },
  requestedBy: 11,
  requestedByName: 'Asha Rao',
  requestedAt: '2026-11-21T08:00:00.000Z',
  waitsFor: 'approval',
  dueAt: '2026-11-24T08:00:00.000Z',
  mayDecide: false,
  isDependent: false,
} as const;
const decision = { params: { id: '3' }, body: { companyId: 1, decision: 'approved' } } as const;

export const revealBudgetsRoutes = [
  row('GET /reveal-budget', {
    rpc: 'budgets.getRevealBudget',
    ofCompany: true,
    permission: 'pii:reveal',
    query: revealBudgetQuery,
    response: revealBudgetSchema,
    summary: "Get the caller's remaining budgets of today for reveals, searches, erasures and consents",
    example: {
      query: { companyId: '1', purpose: 'kyc' },
      response: {
        people: { limit: 500, used: 120, resetsAt },
        searches: { limit: 200, used: 3, resetsAt },
        bulk: { limit: 1_000, used: 0, resetsAt },
        approved: 0,
        erasures: { limit: 100, used: 1, resetsAt },
        consents: { limit: 500, used: 20, resetsAt },
      },
    },
  }),
  row('GET /reveal-policy', {
    permission: 'company:manage',
    query: policyQuery,
    response: revealPolicySchema,
    summary: "Get a company's reveal budgets and approval thresholds",
    example: { query: { companyId: '1' }, response: held },
  }),
  row('PUT /reveal-policy', {
    permission: 'company:manage',
    proof: 'fresh',
    body: json(setRevealPolicySchema),
    response: revealPolicySchema,
    summary: "Replace a company's limits: tighter ones apply at once, looser ones need an approval",
    example: { body: { ...policy, peoplePerUser: 800 }, response: { ...held, pending } },
  }),
  row('POST /reveal-policy/changes/{id}/decide', {
    permission: 'company:manage',
    proof: 'fresh',
    params: idParams,
    body: json(decidePolicyChangeSchema),
    response: revealPolicySchema,
    refusals: [409],
    summary: 'Approve or refuse looser limits requested by another user; needs a session and pii:reveal',
    example: { ...decision, response: { ...held, peoplePerUser: 800 } },
  }),
] as const;
