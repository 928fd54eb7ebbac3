import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { PolicyNotices } from '../policies/policy-notices.ts';
import { settleChangesJob } from '../policies/settle-changes.ts';
import { approvalsRpc } from './approvals-rpc.ts';
import { countDecidableUseCase } from './count-decidable.ts';
import type { DependentAccounts } from './dependent-accounts.ts';
import { expireApprovalsJob } from './expire-approvals.ts';
import { mailApprovers } from './mail-approvers.ts';

const EXPIRE_MS = 60_000;

export interface ApprovalParts {
  readonly kit: Pick<ModuleKit, 'db' | 'log' | 'self' | 'tick' | 'client'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly policyNotices: PolicyNotices;
  readonly dependentAccounts: DependentAccounts;
}

/** The calls of approvals, and the jobs that end requests without a decision in time. */
export function startApprovals(parts: ApprovalParts): {
  readonly services: RpcService[];
  readonly waiting: WaitingCounts;
} {
  const { kit, status, keys, policyNotices, dependentAccounts } = parts;
  const { db, log, self } = kit;
  const notices = kit.client(ApproverNoticesService, 'identity');
  kit.tick('expire approvals', EXPIRE_MS, expireApprovalsJob(db, self)).wake();
  const identity = kit.client(AuthorityService, 'identity');
  const settle = settleChangesJob({ db, self, identity, notices: policyNotices });
  kit.tick('settle changes of limits', EXPIRE_MS, settle).wake();
  const mail = mailApprovers({ notices, log, self });
  return {
    services: [approvalsRpc({ db, status, keys, dependentAccounts, mailApprovers: mail })],
    waiting: [[['approvals', 'limits'], countDecidableUseCase({ db, status, dependentAccounts })]],
  };
}
