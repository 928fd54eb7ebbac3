import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { pageById } from '@pii-vault/platform/core/tables/list-cursor';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { requestRun } from '../run-requests/run-request-store.ts';
import { findAccessReview, insertAccessReview, listAccessReviews } from './access-review-store.ts';

export interface AccessReviewsDeps {
  readonly db: Pick<Database, 'tenant'>;
  companyExists(companyId: number): Promise<boolean>;
}

const MANAGE = 'compliance:manage';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function accessReviewsRpc(deps: AccessReviewsDeps): RpcService {
  return serve(AccessReviewsService, {
    recordAccessReview: {
      allow: permission(MANAGE, (req) => req.companyId),
      handle: (ctx, { companyId }) => record(deps, ctx, companyId),
    },
    listAccessReviews: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const page = { ...req, limit: limit + 1 };
        const scope = scopeWith(ctx.caller, 'compliance:read');
        const found = await deps.db.tenant(scope, (tx) => listAccessReviews(tx, page));
        const { rows: reviews, nextCursor } = pageById(found, limit);
        return { reviews, nextCursor };
      },
    },
  });
}

/** @throws AppError NOT_FOUND for a company that does not exist */
async function record({ db, companyExists }: AccessReviewsDeps, ctx: Ctx, companyId: number) {
  const { caller } = ctx;
  // A person looks at who has access; work under a token of its own does not.
  if (caller.kind !== 'user') throw missingPermission(MANAGE);
  if (!(await companyExists(companyId))) throw notFound();
  const review = await db.tenant({ companies: [companyId] }, (tx) => {
    const insert = async () => {
      const made = await insertAccessReview(tx, companyId, caller.userId);
      const objectIds = { register: 'access_reviews', entryId: String(made.id) };
      await tx.publish(auditMessage('compliance', ctx, { action: 'register_create', companyId, objectIds }));
      await requestRun(tx, companyId);
      return made;
    };
    return once(tx, ctx, { companyId, route: 'POST /access-reviews', parts: [] }, insert, (id) =>
      findAccessReview(tx, id),
    );
  });
  return { review };
}
