import type { Budget, RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type { BudgetNotice, RevealPolicy as PolicyMessage } from '@pii-vault/proto/vault/v1/budgets';
import { toIso } from '../wire/values.ts';

export const toBudget = ({ limit, used, resetsAt }: BudgetNotice): Budget => ({
  limit: Number(limit),
  used: Number(used),
  resetsAt: toIso(resetsAt),
});

type PolicyFields = Omit<RevealPolicy, 'companyId' | 'updatedAt'>;

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
