import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  AccessReviewsService,
  type ListAccessLinesRequest,
} from '@pii-vault/proto/compliance/v1/access_reviews';
import { type AccessLine, type AccessReview, isAcross, withoutHidden } from './access-review.ts';
import { findReview, listAccessReviews, listLines } from './access-review-store.ts';
import { type DecideDeps, decideLine, keepOpenLines } from './decide-lines.ts';
import { type FinishDeps, finishReview, getEvidence } from './finish-review.ts';
import { type Obstacle, obstaclesTo, reviewScope } from './reviewer.ts';
import { type StartDeps, startReview } from './start-review.ts';

export type AccessReviewsDeps = StartDeps & DecideDeps & FinishDeps;

const READ = 'compliance:read';
const MANAGE = 'compliance:manage';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const sizeOf = (limit: number) => Math.min(limit > 0 ? limit : DEFAULT_LIMIT, MAX_LIMIT);

export function accessReviewsRpc(deps: AccessReviewsDeps): RpcService {
  const start = startReview(deps);
  const decide = decideLine(deps);
  const finish = finishReview(deps);
  return serve(AccessReviewsService, {
    startAccessReview: {
      allow: permission(MANAGE, (req) => req.companyId),
      handle: async (ctx, req) => ({ review: reviewMessage(await start(ctx, req)) }),
    },
    listAccessReviews: {
      allow: permission(READ, (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = sizeOf(req.limit);
        const page = { ...req, limit: limit + 1 };
        const found = await deps.db.tenant(scopeWith(ctx.caller, READ), (tx) => listAccessReviews(tx, page));
        const { rows, nextCursor } = pageById(found, limit);
        return { reviews: rows.map(reviewMessage), nextCursor };
      },
    },
    getAccessReview: {
      allow: permission(READ),
      handle: async (ctx, { id }) => ({ review: reviewMessage(await visible(deps, ctx, id)) }),
    },
    listAccessLines: { allow: permission(READ), handle: (ctx, req) => lines(deps, ctx, req) },
    decideAccessLine: {
      allow: freshProof(permission(MANAGE), (req) => req.decision === 'revoke'),
      handle: async (ctx, req) => ({ line: lineMessage(ctx, await decide(ctx, req)) }),
    },
    keepOpenLines: { allow: permission(MANAGE), handle: keepOpenLines(deps) },
    finishAccessReview: {
      allow: permission(MANAGE),
      handle: async (ctx, req) => ({ review: reviewMessage(await finish(ctx, req)) }),
    },
    getAccessEvidence: { allow: permission(READ), handle: getEvidence(deps) },
  });
}

/** @throws AppError NOT_FOUND */
async function visible({ db }: Pick<StartDeps, 'db'>, ctx: Ctx, id: number): Promise<AccessReview> {
  const review = await db.tenant(reviewScope(ctx, READ), (tx) => findReview(tx, id));
  if (review === undefined) throw notFound();
  return review;
}

async function lines(deps: AccessReviewsDeps, ctx: Ctx, req: ListAccessLinesRequest) {
  const review = await visible(deps, ctx, req.id);
  const limit = sizeOf(req.limit);
  const page = { onlyOpen: req.onlyOpen, afterId: idIn(req.cursor) ?? 0, limit: limit + 1 };
  const found = await deps.db.tenant({ companies: [review.companyId] }, (tx) => listLines(tx, review, page));
  const { rows, nextCursor } = pageById(found, limit);
  const users = review.status === 'open' ? rows.map(({ userId }) => userId) : [];
  const obstacles =
    users.length === 0 ? new Map<number, Obstacle>() : await obstaclesTo(deps, ctx, review.companyId, users);
  return { lines: rows.map((line) => lineMessage(ctx, line, obstacles.get(line.userId))), nextCursor };
}

const reviewMessage = ({ rowVersion, ...review }: AccessReview) => ({
  ...withoutNulls(review),
  version: rowVersion,
});

function lineMessage({ caller }: Ctx, line: AccessLine, obstacle?: Obstacle) {
  const isShown = !isAcross(line) || (caller.kind === 'user' && caller.isSuperAdmin);
  const { rowVersion, ...shown } = isShown ? line : withoutHidden(line);
  return { ...withoutNulls(shown), obstacle, version: rowVersion };
}
