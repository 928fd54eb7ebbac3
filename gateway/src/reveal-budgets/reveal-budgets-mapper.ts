import type {
  Budget,
  RevealPolicy,
  RevealPolicyChange,
} from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type {
  BudgetNotice,
  PolicyChange,
  RevealPolicy as PolicyMessage,
} from '@pii-vault/proto/vault/v1/budgets';
import { present, toIso } from '../wire/values.ts';

export const toBudget = ({ limit, used, resetsAt }: BudgetNotice): Budget => ({
  limit,
  used,
  resetsAt: toIso(resetsAt),
});

type PolicyFields = Omit<RevealPolicy, 'companyId' | 'updatedAt' | 'pending'>;

export function toPolicy(policy: PolicyMessage): PolicyFields {
  const { revealsAbove, exportsAbove } = policy;
  return {
    peoplePerUser: policy.peoplePerUser,
    peoplePerCredential: policy.peoplePerClient,
    byPurpose: policy.byPurpose.map(({ purpose, people }) => ({ purpose, people })),
    searchesPerUser: policy.searchesPerUser,
    searchesPerCredential: policy.searchesPerClient,
    conflicts: policy.conflicts,
    bulkApproval: {
      revealsAbove: revealsAbove ?? null,
      exportsAbove: exportsAbove ?? null,
      hours: policy.approvalHours,
    },
  };
}

/** @param names names of users, by id */
export function toChange(change: PolicyChange, names: ReadonlyMap<number, string>): RevealPolicyChange {
  return {
    id: change.id,
    wanted: toPolicy(present(change.wanted)),
    requestedBy: change.requestedBy,
    requestedByName: names.get(change.requestedBy) ?? null,
    requestedAt: toIso(change.requestedAt),
    waitsFor: change.isAlone ? 'delay' : 'approval',
    dueAt: toIso(change.dueAt),
    mayDecide: change.mayDecide,
    isDependent: change.isDependent,
  };
}

export function fromPolicy({ bulkApproval, ...policy }: PolicyFields): PolicyMessage {
  const { revealsAbove, exportsAbove, hours } = bulkApproval;
  return {
    peoplePerUser: policy.peoplePerUser,
    peoplePerClient: policy.peoplePerCredential,
    byPurpose: policy.byPurpose,
    searchesPerUser: policy.searchesPerUser,
    searchesPerClient: policy.searchesPerCredential,
    conflicts: policy.conflicts,
    revealsAbove: revealsAbove ?? undefined,
    exportsAbove: exportsAbove ?? undefined,
    approvalHours: hours,
  };
}
