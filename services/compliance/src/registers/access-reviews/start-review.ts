import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { madeBefore, once } from '@pii-vault/platform/postgres/idempotency/once';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import type { AccessFactsService, AccountAccess } from '@pii-vault/proto/identity/v1/access_facts';
import { reviewOpen, tooManyAccounts } from '../../errors.ts';
import { type AccessReview, linesOf } from './access-review.ts';
import { discardReview, findReview, insertReview, lockOpenReview } from './access-review-store.ts';
import { requireReviewer, requireUsers } from './reviewer.ts';

export interface StartDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly access: Pick<RpcClient<typeof AccessFactsService>, 'listAccess'>;
  readonly self: SelfContext;
  readonly now: () => Date;
  companyExists(companyId: number): Promise<boolean>;
}

const PAGE = 500;
/** Accounts of one review; a person cannot go through more. */
const MOST_ACCOUNTS = 10_000;

/**
 * Copies who may enter the company into the lines of a review, once per Idempotency-Key.
 * @throws AppError NOT_FOUND for a company that does not exist; REVIEW_OPEN, TOO_MANY_ACCOUNTS
 */
export function startReview({ db, access, self, now, companyExists }: StartDeps) {
  return async (
    ctx: Ctx,
    { companyId, startOver }: { readonly companyId: number; readonly startOver: boolean },
  ): Promise<AccessReview> => {
    requireUsers(ctx, companyId);
    const { userId } = requireReviewer(ctx);
    if (!(await companyExists(companyId))) throw notFound();
    const call = { companyId, route: 'POST /access-reviews', parts: [String(startOver)] };
    // Before the accounts are copied.
    const made = await db.tenant({ companies: [companyId] }, async (tx) => {
      const before = await madeBefore(tx, ctx, call, (id) => findReview(tx, id));
      const isOpen = before === undefined && (await lockOpenReview(tx, companyId)) !== undefined;
      if (isOpen && !startOver) throw reviewOpen();
      return before;
    });
    if (made !== undefined) return made;
    const at = now();
    const lines = linesOf(
      await allAccess(access, self({ company: companyId, causedBy: ctx }), companyId),
      at,
    );
    return await db.tenant({ companies: [companyId] }, (tx) =>
      once(
        tx,
        ctx,
        call,
        async () => {
          await endOpen(tx, ctx, companyId, startOver);
          const review = await insertReview(tx, companyId, { by: userId, at, lines });
          await tell(tx, ctx, 'register_create', review, 'started', { lines: lines.length });
          return review;
        },
        (id) => findReview(tx, id),
      ),
    );
  };
}

async function allAccess(
  access: StartDeps['access'],
  ctx: Ctx,
  companyId: number,
): Promise<readonly AccountAccess[]> {
  const found: AccountAccess[] = [];
  let cursor: string | undefined;
  do {
    const page = await access.listAccess(ctx, { companyId, userIds: [], limit: PAGE, cursor });
    found.push(...page.accounts);
    if (found.length > MOST_ACCOUNTS) throw tooManyAccounts(MOST_ACCOUNTS);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** @throws AppError REVIEW_OPEN */
async function endOpen(tx: Tx, ctx: Ctx, companyId: number, startOver: boolean): Promise<void> {
  const open = await lockOpenReview(tx, companyId);
  if (open === undefined) return;
  if (!startOver) throw reviewOpen();
  await discardReview(tx, open);
  await tell(tx, ctx, 'register_update', open, 'discarded', { decided: open.decided });
}

/** Enters a step of a review in the trail. */
export async function tell(
  tx: Tx,
  ctx: Ctx,
  action: 'register_create' | 'register_update',
  { id, companyId }: Pick<AccessReview, 'id' | 'companyId'>,
  step: string,
  counts: Readonly<Record<string, number>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const objectIds = { register: 'access_reviews', entryId: String(id), step, ...more };
  await tx.publish(auditMessage('compliance', ctx, { action, companyId, objectIds, counts }));
}
