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
import { present, toId, toIso } from '../wire/values.ts';

export const toBudget = ({ limit, used, resetsAt }: BudgetNotice): Budget => ({
  limit: Number(limit),
  used: Number(used),
  resetsAt: toIso(resetsAt),
});

type PolicyFields = Omit<RevealPolicy, 'companyId' | 'updatedAt' | 'pending'>;

export function toPolicy(policy: PolicyMessage): PolicyFields {
  const { revealsAbove, exportsAbove } = policy;
  return {
    peoplePerUser: Number(policy.peoplePerUser),
    peoplePerCredential: Number(policy.peoplePerClient),
    byPurpose: policy.byPurpose.map(({ purpose, people }) => ({ purpose, people: Number(people) })),
    searchesPerUser: Number(policy.searchesPerUser),
    searchesPerCredential: Number(policy.searchesPerClient),
    conflicts: Number(policy.conflicts),
    bulkApproval: {
      revealsAbove: revealsAbove === undefined ? null : Number(revealsAbove),
      exportsAbove: exportsAbove === undefined ? null : Number(exportsAbove),
      hours: policy.approvalHours,
    },
  };
}

/** @param names names of users, by id */
export function toChange(change: PolicyChange, names: ReadonlyMap<bigint, string>): RevealPolicyChange {
  return {
    id: toId(change.id),
    wanted: toPolicy(present(change.wanted)),
    requestedBy: toId(change.requestedBy),
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
    peoplePerUser: BigInt(policy.peoplePerUser),
    peoplePerClient: BigInt(policy.peoplePerCredential),
    byPurpose: policy.byPurpose.map(({ purpose, people }) => ({ purpose, people: BigInt(people) })),
    searchesPerUser: BigInt(policy.searchesPerUser),
    searchesPerClient: BigInt(policy.searchesPerCredential),
    conflicts: BigInt(policy.conflicts),
    revealsAbove: revealsAbove === null ? undefined : BigInt(revealsAbove),
    exportsAbove: exportsAbove === null ? undefined : BigInt(exportsAbove),
    approvalHours: hours,
  };
}
