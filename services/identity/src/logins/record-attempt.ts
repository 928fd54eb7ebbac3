import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import type { AppError } from '@pii-vault/platform/errors/app-error';
import { loginAttempted } from '../events.ts';
import { asUser } from '../sessions/as-user.ts';
import type { StartedSession, StartSession } from '../sessions/start-session.ts';
import { type Attempt, attemptRow } from './attempt.ts';
import { type Account, insertAttempt, noteLogin } from './login-store.ts';

export interface RecordAttemptDeps {
  readonly db: Pick<Database, 'system'>;
  readonly startSession: StartSession;
}

/** Starts the session and enters the success, in one transaction. */
export async function acceptLogin(
  deps: RecordAttemptDeps,
  ctx: Ctx,
  attempt: Attempt,
  account: Account,
  browser: boolean,
): Promise<StartedSession> {
  const started = await deps.startSession.prepare(ctx, account, browser);
  await deps.db.system(async (tx) => {
    await deps.startSession.store(tx, started);
    await noteLogin(tx, account.id);
    const attemptId = await record(tx, attempt, account, undefined);
    const objectIds = { attemptId: String(attemptId) };
    const companyId = account.companyId ?? undefined;
    const user = asUser(ctx, account.id, started.session.id);
    await tx.publish(auditMessage('identity', user, { action: 'login_success', companyId, objectIds }));
  });
  return started;
}

/** Enters the failure and throws `error`. */
export async function refuseLogin(
  deps: Pick<RecordAttemptDeps, 'db'>,
  ctx: Ctx,
  attempt: Attempt,
  account: Account | undefined,
  outcome: { readonly reason: string; readonly error: AppError },
): Promise<never> {
  await deps.db.system(async (tx) => {
    const attemptId = await record(tx, attempt, account, outcome.reason);
    const objectIds = {
      attemptId: String(attemptId),
      ...(account === undefined ? {} : { userId: String(account.id) }),
    };
    const companyId = account?.companyId ?? undefined;
    const reason = outcome.reason.toUpperCase();
    const facts = { action: 'login_failure', companyId, decision: 'refused', reason, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
  });
  throw outcome.error;
}

async function record(tx: Tx, attempt: Attempt, account: Account | undefined, reason: string | undefined) {
  const row = attemptRow(attempt, account?.id ?? null, reason);
  const attemptId = await insertAttempt(tx, row);
  await tx.publish(loginAttempted({ ...row, attemptId, companyId: account?.companyId ?? null }));
  return attemptId;
}
