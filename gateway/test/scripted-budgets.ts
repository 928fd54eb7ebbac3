import { ApprovalsServiceService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsServiceService } from '@pii-vault/proto/vault/v1/budgets';
import { fakeRpc } from './fake-services.ts';

const at = new Date('2026-11-21T08:00:00.000Z');
const budget = { limit: 500n, used: 120n, resetsAt: at };
const policy = {
  peoplePerUser: 500n,
  peoplePerClient: 50_000n,
  byPurpose: [{ purpose: 'marketing', people: 100n }],
  searchesPerUser: 200n,
  searchesPerClient: 5_000n,
  conflicts: 200n,
  revealsAbove: 1_000n,
  exportsAbove: undefined,
  approvalHours: 24,
};
const pending = {
  id: 3n,
  wanted: policy,
  requestedBy: 2n,
  requestedAt: at,
  isAlone: true,
  dueAt: at,
  mayDecide: true,
  isDependent: false,
};
const approval = {
  ...{
    id: 7n,
    companyId: 1n,
    kind: 'reveal',
    purpose: 'kyc',
    people: 2_000n,
    used: 0n,
    reason: 'Yearly review',
    reasonView: 'masked',
    identifiers: 0,
  },
  ...{
    status: 'pending',
    requestedBy: 2n,
    clientId: '',
    requestedAt: at,
    expiresAt: at,
    mayDecide: true,
    isDependent: false,
  },
};

/** The vault's responses about budgets and approvals. */
export const scriptedBudgets = [
  fakeRpc(BudgetsServiceService, {
    getRevealBudget: async () => ({
      people: budget,
      searches: budget,
      bulk: budget,
      approved: 0n,
      erasures: budget,
    }),
    getRevealPolicy: async () => ({ policy, updatedAt: undefined, pending }),
    setRevealPolicy: async (_ctx, request) => ({ policy: request.policy, updatedAt: at, pending: undefined }),
    decidePolicyChange: async () => ({ policy, updatedAt: at, pending: undefined }),
    listBudgetAlarms: async () => ({
      alarms: [
        {
          ...{
            companyId: 1n,
            userId: 2n,
            clientId: 'pvc_1',
            kind: 'reveal',
            purpose: '',
            used: 50_000n,
            refused: 3n,
          },
          ...{ firstAt: at, lastAt: at },
        },
      ],
      loosenings: [{ companyId: 1n, userId: 2n, requestedAt: at, dueAt: at, status: 'pending' }],
    }),
  }),
  fakeRpc(ApprovalsServiceService, {
    requestApproval: async () => ({ approval: { ...approval, mayDecide: false } }),
    listApprovals: async () => ({ approvals: [approval], nextBeforeId: undefined }),
    countDecidable: async () => ({
      approvals: { count: 1n, companyId: 1n, endsAt: at },
      limits: { count: 0n, companyId: undefined, endsAt: undefined },
    }),
    decideApproval: async (_ctx, { decision }) => ({
      approval: { ...approval, status: decision, decidedBy: 3n, decidedAt: at, mayDecide: false },
    }),
  }),
];
