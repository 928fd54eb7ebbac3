import type { RevealPolicy as PolicyMessage } from '@pii-vault/proto/vault/v1/budgets';
import { invalidField } from '../../errors.ts';
import type { RevealPolicy } from './reveal-policy.ts';

/** @throws AppError INVALID_ARGUMENT POLICY_REQUIRED */
export function policyFromProto(message: PolicyMessage | undefined): RevealPolicy {
  if (message === undefined) throw invalidField('POLICY_REQUIRED', 'policy', 'is required');
  const { revealsAbove, exportsAbove, hours = 0 } = message.bulkApproval ?? {};
  return {
    peoplePerUser: message.peoplePerUser,
    peoplePerClient: message.peoplePerCredential,
    byPurpose: new Map(message.byPurpose.map(({ purpose, people }) => [purpose, people])),
    searchesPerUser: message.searchesPerUser,
    searchesPerClient: message.searchesPerCredential,
    conflicts: message.conflicts,
    revealsAbove,
    exportsAbove,
    approvalHours: hours,
  };
}

export function policyToProto(policy: RevealPolicy): PolicyMessage {
  const { revealsAbove, exportsAbove, approvalHours: hours } = policy;
  return {
    peoplePerUser: policy.peoplePerUser,
    peoplePerCredential: policy.peoplePerClient,
    byPurpose: [...policy.byPurpose].map(([purpose, people]) => ({ purpose, people })),
    searchesPerUser: policy.searchesPerUser,
    searchesPerCredential: policy.searchesPerClient,
    conflicts: policy.conflicts,
    bulkApproval: { revealsAbove, exportsAbove, hours },
  };
}
