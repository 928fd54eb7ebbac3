import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { fakeRpc } from './fake-services.ts';

const at = new Date('2026-11-21T08:00:00.000Z');
const budget = { limit: 500, used: 120, resetsAt: at };
const policy = {
  peoplePerUser: 500,
  peoplePerCredential: 50_000,
  byPurpose: [{ purpose: 'marketing', people: 100 }],
  searchesPerUser: 200,
  searchesPerCredential: 5_000,
  conflicts: 200,
  bulkApproval: { revealsAbove: 1_000, hours: 24 },
};
const pending = {
  id: 3,
  wanted: policy,
  requestedBy: 2,
  requestedAt: at,
  waitsFor: 'delay',
  dueAt: at,
  mayDecide: true,
  isDependent: false,
};
const approval = {
  ...{
    id: 7,
    companyId: 1,
    kind: 'reveal',
    purpose: 'kyc',
    people: 2_000,
    used: 0,
    reason: 'Yearly review',
    texts: { view: 'masked', filled: ['reason'], identifiers: 0 },
  },
  ...{
    status: 'pending',
    requestedBy: 2,
    requestedAt: at,
    expiresAt: at,
    mayDecide: true,
    isDependent: false,
  },
};

/** The vault's responses about budgets and approvals. */
export const scriptedBudgets = [
  fakeRpc(BudgetsService, {
    getRevealBudget: async () => ({
      people: budget,
      searches: budget,
      bulk: budget,
      approved: 0,
      erasures: budget,
    }),
    getRevealPolicy: async () => ({ policy, updatedAt: undefined, pending }),
    setRevealPolicy: async (_ctx, request) => ({ policy: request.policy, updatedAt: at, pending: undefined }),
    decidePolicyChange: async () => ({ policy, updatedAt: at, pending: undefined }),
    listBudgetAlarms: async () => ({
      alarms: [
        {
          ...{
            companyId: 1,
            userId: 2,
            clientId: 'pvc_1',
            kind: 'reveal',
            purpose: '',
            used: 50_000,
            refused: 3,
          },
          ...{ firstAt: at, lastAt: at },
        },
      ],
      loosenings: [{ companyId: 1, userId: 2, requestedAt: at, dueAt: at, status: 'pending' }],
    }),
  }),
  fakeRpc(ApprovalsService, {
    requestApproval: async () => ({ approval: { ...approval, mayDecide: false } }),
    listApprovals: async () => ({ approvals: [approval] }),
    decideApproval: async (_ctx, { decision }) => ({
      approval: { ...approval, status: decision, decidedBy: 3, decidedAt: at, mayDecide: false },
    }),
  }),
];
