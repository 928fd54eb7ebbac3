import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { createCommitter } from '@pii-vault/platform/postgres/committer';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { loginAttempted } from '../../events.ts';
import { asUser } from '../as-user.ts';
import type { StartedSession, StartSession } from '../start-session.ts';
import { type Attempt, attemptRow, type FailureReason } from './attempt.ts';
import { type Account, holdPassword, insertAttempts, noteLogin } from './login-store.ts';

export interface RecordAttemptDeps {
  readonly db: Pick<Database, 'system'>;
  readonly startSession: StartSession;
}

/**
 * Starts the session and records the success, in one transaction. @returns undefined when the password was replaced
 * after its check
 */
export async function acceptLogin(
  deps: RecordAttemptDeps,
  ctx: Ctx,
  attempt: Attempt,
  account: Account,
  browser: boolean,
): Promise<StartedSession | undefined> {
  const started = await deps.startSession.prepare(ctx, account, browser);
  const user = asUser(ctx, account.id, started.session.id);
  return deps.db.system(async (tx) => {
    if (!(await holdPassword(tx, account))) return undefined;
    await deps.startSession.store(tx, started);
    await enterSuccess(tx, user, { attempt, account, objectIds: {} });
    return started;
  });
}

export interface Success {
  readonly attempt: Attempt;
  readonly account: Pick<Account, 'id' | 'companyId'>;
  /** Additional ids for the trail's entry. */
  readonly objectIds: Readonly<Record<string, string>>;
}

/** Records a successful login. @param user the context of the user who signed in */
export async function enterSuccess(
  tx: Tx,
  user: Ctx,
  { attempt, account, objectIds }: Success,
): Promise<void> {
  await noteLogin(tx, account.id);
  const [attemptId] = await record(tx, [{ attempt, account, reason: undefined }]);
  const ids = { attemptId: String(attemptId), ...objectIds };
  const companyId = account.companyId ?? undefined;
  await tx.publish(auditMessage('identity', user, { action: 'login_success', companyId, objectIds: ids }));
}

/**
 * Starts a restricted session after a correct password, until the second factor is given. It does not count as a
 * success yet, neither for the risk score nor for the known addresses. @returns undefined as acceptLogin does
 */
export async function awaitFactor(
  deps: RecordAttemptDeps,
  ctx: Ctx,
  attempt: Attempt,
  account: Account,
  browser: boolean,
): Promise<StartedSession | undefined> {
  const started = await deps.startSession.prepare(ctx, account, browser, attempt);
  const user = asUser(ctx, account.id, started.session.id);
  return deps.db.system(async (tx) => {
    if (!(await holdPassword(tx, account))) return undefined;
    await deps.startSession.store(tx, started);
    const objectIds = { userId: String(account.id), sessionId: started.session.id };
    const companyId = account.companyId ?? undefined;
    await tx.publish(auditMessage('identity', user, { action: 'login_challenge', companyId, objectIds }));
    return started;
  });
}

/** A refused login. */
export interface Refusal {
  readonly ctx: Ctx;
  readonly attempt: Attempt;
  readonly account: Pick<Account, 'id' | 'companyId'> | undefined;
  readonly reason: FailureReason;
}

export type RefusalRecorder = (refusal: Refusal) => Promise<void>;

/**
 * Records refusals; concurrent ones share a commit, so that refusing stays cheap in a flood.
 * @returns a function that throws AppError QUEUE_FULL when 4,096 wait to be stored
 */
export function refusalRecorder(db: Pick<Database, 'system'>): RefusalRecorder {
  const { submit } = createCommitter<Refusal, number>({
    commit: (refusals) => db.system((tx) => insertRefusals(tx, refusals)),
  });
  return async (refusal) => {
    await submit(refusal);
  };
}

async function insertRefusals(tx: Tx, refusals: readonly Refusal[]): Promise<number[]> {
  const attemptIds = await record(tx, refusals);
  const entries = refusals.map(({ ctx, account, reason }, n) => {
    const objectIds = {
      attemptId: String(attemptIds[n]),
      ...(account === undefined ? {} : { userId: String(account.id) }),
    };
    const companyId = account?.companyId ?? undefined;
    const facts = { action: 'login_failure', companyId, decision: 'refused', objectIds } as const;
    return auditMessage('identity', ctx, { ...facts, reason: reason.toUpperCase() });
  });
  await tx.publishAll(entries);
  return attemptIds;
}

type Outcome = Pick<Refusal, 'attempt' | 'account'> & { readonly reason: FailureReason | undefined };

/** @returns the attempts' ids */
async function record(tx: Tx, outcomes: readonly Outcome[]): Promise<number[]> {
  const rows = outcomes.map(({ attempt, account, reason }) =>
    attemptRow(attempt, account?.id ?? null, reason),
  );
  const attemptIds = await insertAttempts(tx, rows);
  await tx.publishAll(
    rows.map((row, n) => {
      const companyId = outcomes[n]?.account?.companyId ?? null;
      return loginAttempted({ ...row, attemptId: attemptIds[n] ?? 0, companyId });
    }),
  );
  return attemptIds;
}
