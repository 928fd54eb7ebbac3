import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import type { AnswerGuard } from '../limits/budgets/answer-guard.ts';
import type { ClaimedImport } from './job-store.ts';

/**
 * Too many of its author's records were about another person than the holder of their external id; it continues the
 * next day.
 */
const CONFLICT_BUDGET_SPENT = 'CONFLICT_BUDGET_SPENT';
/** Too many rows of its author's imports had a value equal to the stored one; it continues in the next hour. */
const ANSWER_BUDGET_SPENT = 'ANSWER_BUDGET_SPENT';

export interface ImportAuthorityDeps {
  readonly conflicts: Pick<AnswerGuard, 'isStopped' | 'count'>;
  readonly importAnswers: Pick<AnswerGuard, 'isStopped' | 'count'>;
  readonly companyStatus: Pick<CompanyStatus, 'requireOpen'>;
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'checkAuthority'>;
  readonly self: ModuleKit['self'];
}

const BATCH_DEADLINE_MS = 30_000;

/**
 * Why the import may not continue: its company is closed, or its authoriser lost the permission or has used up a budget
 * of answers; undefined if it may.
 */
export async function obstacleOf(
  deps: ImportAuthorityDeps,
  claim: ClaimedImport,
): Promise<string | undefined> {
  const { companyId, authoriser } = claim;
  if (deps.conflicts.isStopped(onBehalf(deps, claim), companyId)) return CONFLICT_BUDGET_SPENT;
  if (deps.importAnswers.isStopped(onBehalf(deps, claim), companyId)) return ANSWER_BUDGET_SPENT;
  try {
    await deps.companyStatus.requireOpen(companyId);
  } catch (error) {
    const { code, reason } = AppError.from(error);
    if (code === 'PERMISSION_DENIED' || code === 'NOT_FOUND') return reason;
    throw error;
  }
  const { holds } = await deps.identity.checkAuthority(deps.self({ company: companyId }), {
    userId: authoriser.userId,
    clientId: authoriser.clientId,
    companyId,
    permission: 'pii:write',
  });
  return holds ? undefined : 'AUTHORITY_LOST';
}

/**
 * The work runs with the vault's own token. Its audit entries name the authoriser, whose permission was just checked.
 */
export function onBehalf(deps: Pick<ImportAuthorityDeps, 'self'>, claim: ClaimedImport): Ctx {
  const { companyId, authoriser } = claim;
  return {
    ...deps.self({ company: companyId, deadlineMs: BATCH_DEADLINE_MS }),
    requestId: authoriser.requestId,
    caller: {
      kind: 'user',
      userId: authoriser.userId,
      sessionId: '',
      clientId: authoriser.clientId,
      actorUserId: undefined,
      isSuperAdmin: false,
      everywhere: new Set(),
      companies: new Map([[companyId, new Set(['pii:write'])]]),
    },
  };
}
