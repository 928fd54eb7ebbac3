import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { requireVersion, stale } from '@pii-vault/platform/core/errors/stale';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { invalidEntry, lineDecided, reviewClosed } from '../../errors.ts';
import { type AccessLine, type AccessReview, isAdministrator, REVOKE_REASONS } from './access-review.ts';
import {
  addDecisions,
  findLine,
  keepOpen,
  type LineDecision,
  lockReview,
  openUsers,
  revokeCredentialOf,
  storeDecision,
} from './access-review-store.ts';
import {
  obstaclesTo,
  type ReviewerDeps,
  requireIndependent,
  requireReviewer,
  reviewScope,
} from './reviewer.ts';
import { type RevokeDeps, revokeAccess } from './revoke-access.ts';
import { tell } from './start-review.ts';

export interface DecideDeps extends ReviewerDeps, RevokeDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly now: () => Date;
}

const MANAGE = 'compliance:manage';

export interface DecideInput {
  readonly id: number;
  readonly lineId: number;
  readonly decision: string;
  readonly reason?: string | undefined;
  readonly ifRowVersion?: number | undefined;
}

/**
 * Keeps or revokes one line. Revoking acts first: if identity refuses, the line stays open. A kept line can still be
 * revoked.
 * @throws AppError NOT_FOUND; OWN_SESSION_REQUIRED, OWN_LINE, DEPENDENT_LINE; REVIEW_CLOSED, LINE_DECIDED, STALE (also
 * after a concurrent decision), INVALID_ENTRY, and those of identity
 */
export function decideLine(deps: DecideDeps) {
  return async (ctx: Ctx, input: DecideInput): Promise<AccessLine> => {
    const { userId: by } = requireReviewer(ctx);
    const scope = reviewScope(ctx, MANAGE);
    const { review, line } = await deps.db.tenant(scope, async (tx) => {
      const found = await openReview(tx, input.id);
      return { review: found, line: await findLine(tx, found, input.lineId) };
    });
    const { decision, reason } = checkDecision(line, input);
    await requireIndependent(deps, ctx, review.companyId, line.userId);
    const act = decision === 'revoke' ? await revokeAccess(deps, ctx, review.companyId, line) : null;
    const made = { decision, reason, by, at: deps.now(), act };
    return await deps.db.tenant({ companies: [review.companyId] }, async (tx) => {
      await openReview(tx, review.id);
      const decided = await storeDecision(tx, review, line, made);
      if (decided === undefined) throw stale();
      await addDecisions(tx, review, {
        decided: line.decision === null ? 1 : 0,
        revoked: decision === 'revoke' ? 1 : 0,
      });
      // An API client has no more rights than its account.
      if (decision === 'revoke' && line.kind === 'account')
        await addDecisions(tx, review, await revokeCredentialOf(tx, review, line.userId, made));
      await tell(tx, ctx, 'register_update', review, 'decided', {}, factsOf(line, made));
      return decided;
    });
  };
}

/** Locked until the end of the transaction, so that decisions and the end come one after another. */
async function openReview(tx: Tx, id: number): Promise<AccessReview> {
  const review = await lockReview(tx, id);
  if (review.status !== 'open') throw reviewClosed();
  return review;
}

function checkDecision(
  line: AccessLine,
  { decision, reason, ifRowVersion }: DecideInput,
): { readonly decision: 'keep' | 'revoke'; readonly reason: string | null } {
  if (decision !== 'keep' && decision !== 'revoke') throw invalidEntry('decision', 'keep or revoke');
  if (reason !== undefined && (decision === 'keep' || !REVOKE_REASONS.includes(reason)))
    throw invalidEntry('reason', `Of a revoked line: one of ${REVOKE_REASONS.join(', ')}`);
  if (decision === 'revoke' && reason === undefined && isAdministrator(line))
    throw invalidEntry('reason', 'Revoking an administrator needs a reason');
  requireVersion(ifRowVersion, line.rowVersion);
  if (line.decision === 'revoke' || line.decision === decision) throw lineDecided();
  return { decision, reason: reason ?? null };
}

function factsOf({ id, kind, userId }: AccessLine, { decision, act, reason }: LineDecision) {
  const ids = { lineId: String(id), kind, userId: String(userId), decision };
  return { ...ids, ...(act === null ? {} : { act }), ...(reason === null ? {} : { reason }) };
}

/**
 * Keeps the open lines that the caller may decide. The others stay for another person.
 * @param input.open how many lines the caller saw open
 * @throws AppError NOT_FOUND, OWN_SESSION_REQUIRED, REVIEW_CLOSED, STALE
 */
export function keepOpenLines(deps: DecideDeps) {
  return async (
    ctx: Ctx,
    { id, open }: { readonly id: number; readonly open: number },
  ): Promise<{ readonly kept: number; readonly left: number }> => {
    const { userId: by } = requireReviewer(ctx);
    const { companyId, users } = await deps.db.tenant(reviewScope(ctx, MANAGE), async (tx) => {
      const review = await openReview(tx, id);
      return { companyId: review.companyId, users: await openUsers(tx, review) };
    });
    const barred = [...(await obstaclesTo(deps, ctx, companyId, users)).keys()];
    return await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const review = await openReview(tx, id);
      const openNow = review.lines - review.decided;
      if (openNow !== open) throw stale();
      const kept = await keepOpen(tx, review, barred, { by, at: deps.now() });
      if (kept > 0) {
        await addDecisions(tx, review, { decided: kept, revoked: 0 });
        await tell(tx, ctx, 'register_update', review, 'kept', { lines: kept });
      }
      return { kept, left: openNow - kept };
    });
  };
}
