import type { ModuleKit } from '@pii-vault/platform/module/module';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { ApproverNoticesServiceService } from '@pii-vault/proto/identity/v1/approver_notices';
import type { CompanyStatus } from '../company-status/company-status.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { approvalsRpc } from './approvals-rpc.ts';
import { expireApprovalsJob } from './expire-approvals.ts';
import { mailApprovers } from './mail-approvers.ts';

const EXPIRE_MS = 60_000;

export interface ApprovalParts {
  readonly kit: Pick<ModuleKit, 'db' | 'log' | 'self' | 'tick' | 'client'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
}

/** The calls of approvals, and the job that enters which of them lapsed. */
export function startApprovals({ kit, status, keys }: ApprovalParts): RpcService[] {
  const { db, log, self } = kit;
  const notices = kit.client(ApproverNoticesServiceService, 'identity');
  kit.tick('expire approvals', EXPIRE_MS, expireApprovalsJob(db, self)).wake();
  return [approvalsRpc({ db, status, keys, mailApprovers: mailApprovers({ notices, log, self }) })];
}
