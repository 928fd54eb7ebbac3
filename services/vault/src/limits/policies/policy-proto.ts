import type { RevealPolicy as PolicyMessage } from '@pii-vault/proto/vault/v1/budgets';
import { invalidField } from '../../errors.ts';
import type { RevealPolicy } from './reveal-policy.ts';

/** @throws AppError INVALID_ARGUMENT POLICY_REQUIRED */
export function policyFromProto(message: PolicyMessage | undefined): RevealPolicy {
  if (message === undefined) throw invalidField('POLICY_REQUIRED', 'policy', 'is required');
  const { revealsAbove, exportsAbove } = message;
  return {
    peoplePerUser: message.peoplePerUser,
    peoplePerClient: message.peoplePerClient,
    byPurpose: new Map(message.byPurpose.map(({ purpose, people }) => [purpose, people])),
    searchesPerUser: message.searchesPerUser,
    searchesPerClient: message.searchesPerClient,
    conflicts: message.conflicts,
    revealsAbove: revealsAbove,
    exportsAbove: exportsAbove,
    approvalHours: message.approvalHours,
  };
}

export function policyToProto(policy: RevealPolicy): PolicyMessage {
  const { revealsAbove, exportsAbove } = policy;
  return {
    peoplePerUser: policy.peoplePerUser,
    peoplePerClient: policy.peoplePerClient,
    byPurpose: [...policy.byPurpose].map(([purpose, people]) => ({ purpose, people })),
    searchesPerUser: policy.searchesPerUser,
    searchesPerClient: policy.searchesPerClient,
    conflicts: policy.conflicts,
    revealsAbove: revealsAbove,
    exportsAbove: exportsAbove,
    approvalHours: policy.approvalHours,
  };
}
