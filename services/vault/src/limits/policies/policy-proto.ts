import type { RevealPolicy as PolicyMessage } from '@pii-vault/proto/vault/v1/budgets';
import { invalidField } from '../../errors.ts';
import type { RevealPolicy } from './reveal-policy.ts';

/** @throws AppError INVALID_ARGUMENT POLICY_REQUIRED */
export function policyFromProto(message: PolicyMessage | undefined): RevealPolicy {
  if (message === undefined) throw invalidField('POLICY_REQUIRED', 'policy', 'is required');
  const { revealsAbove, exportsAbove } = message;
  return {
    peoplePerUser: Number(message.peoplePerUser),
    peoplePerClient: Number(message.peoplePerClient),
    byPurpose: new Map(message.byPurpose.map(({ purpose, people }) => [purpose, Number(people)])),
    searchesPerUser: Number(message.searchesPerUser),
    searchesPerClient: Number(message.searchesPerClient),
    conflicts: Number(message.conflicts),
    revealsAbove: revealsAbove === undefined ? undefined : Number(revealsAbove),
    exportsAbove: exportsAbove === undefined ? undefined : Number(exportsAbove),
    approvalHours: message.approvalHours,
  };
}

export function policyToProto(policy: RevealPolicy): PolicyMessage {
  const { revealsAbove, exportsAbove } = policy;
  return {
    peoplePerUser: BigInt(policy.peoplePerUser),
    peoplePerClient: BigInt(policy.peoplePerClient),
    byPurpose: [...policy.byPurpose].map(([purpose, people]) => ({ purpose, people: BigInt(people) })),
    searchesPerUser: BigInt(policy.searchesPerUser),
    searchesPerClient: BigInt(policy.searchesPerClient),
    conflicts: BigInt(policy.conflicts),
    revealsAbove: revealsAbove === undefined ? undefined : BigInt(revealsAbove),
    exportsAbove: exportsAbove === undefined ? undefined : BigInt(exportsAbove),
    approvalHours: policy.approvalHours,
  };
}
