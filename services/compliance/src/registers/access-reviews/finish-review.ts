import { createHash } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion, stale } from '@pii-vault/platform/core/errors/stale';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import type { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { linesOpen, noEvidence, reviewClosed } from '../../errors.ts';
import { requestRun } from '../run-requests/run-request-store.ts';
import { type AccessLine, type AccessReview, snapshotOf, statementOf } from './access-review.ts';
import {
  type Evidence,
  findReview,
  listLines,
  lockReview,
  readEvidence,
  storeFinished,
} from './access-review-store.ts';
import { requireReviewer, reviewScope } from './reviewer.ts';
import { tell } from './start-review.ts';

export interface FinishDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly signing: Pick<RpcClient<typeof SigningService>, 'signCertificate'>;
  readonly self: SelfContext;
  readonly now: () => Date;
}

const PAGE = 1_000;

/**
 * Signs the lines and closes the review. Crypto is asked outside of the transaction that closes it; a decision in
 * between makes the signed lines void, and STALE.
 * @throws AppError NOT_FOUND, OWN_SESSION_REQUIRED, REVIEW_CLOSED, LINES_OPEN, STALE; UNAVAILABLE where crypto is
 */
export function finishReview(deps: FinishDeps) {
  return async (
    ctx: Ctx,
    { id, ifRowVersion }: { readonly id: number; readonly ifRowVersion?: number | undefined },
  ): Promise<AccessReview> => {
    const { userId: by } = requireReviewer(ctx);
    const { review, lines } = await deps.db.tenant(reviewScope(ctx, 'compliance:manage'), async (tx) => {
      const found = await lockReview(tx, id);
      if (found.status !== 'open') throw reviewClosed();
      requireVersion(ifRowVersion, found.rowVersion);
      if (found.decided < found.lines) throw linesOpen(found.lines - found.decided);
      return { review: found, lines: await allLines(tx, found) };
    });
    const finished = { by, at: deps.now() };
    const evidence = await certify(deps, ctx, review, snapshotOf(review, lines, finished), finished.at);
    return await deps.db.tenant({ companies: [review.companyId] }, async (tx) => {
      if ((await lockReview(tx, id)).rowVersion !== review.rowVersion) throw stale();
      const closed = await storeFinished(tx, review, finished, evidence);
      const counts = { lines: review.lines, revoked: review.revoked };
      const { sha256, keyId, note } = evidence;
      const certificateSha256 = createHash('sha256').update(note).digest('hex');
      const proofs = { snapshotSha256: sha256, certificateSha256, keyId };
      await tell(tx, ctx, 'register_update', review, 'finished', counts, proofs);
      await requestRun(tx, review.companyId);
      return closed;
    });
  };
}

async function allLines(tx: Tx, review: AccessReview): Promise<AccessLine[]> {
  const found: AccessLine[] = [];
  for (let afterId = 0; ; ) {
    const page = await listLines(tx, review, { onlyOpen: false, afterId, limit: PAGE });
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    afterId = last.id;
  }
}

async function certify(
  { signing, self }: FinishDeps,
  ctx: Ctx,
  review: AccessReview,
  snapshot: Buffer,
  at: Date,
): Promise<Evidence> {
  const { companyId } = review;
  const sha256 = createHash('sha256').update(snapshot).digest('hex');
  const statement = statementOf(review, at, sha256);
  const signed = await signing.signCertificate(self({ company: companyId, causedBy: ctx }), {
    companyId,
    statement,
  });
  const { key, text, signature } = signed;
  if (key === undefined) throw internal('BAD_ANSWER', 'Something went wrong on our side');
  const blob = Buffer.concat([key.keyHash, signature]).toString('base64');
  const note = `${Buffer.from(text).toString('utf8')}\n— ${key.keyName} ${blob}\n`;
  return { snapshot, sha256, note, keyId: key.keyId, publicKey: Buffer.from(key.publicKey) };
}

/** Bytes of a part: a message has at most 1 MiB. */
const PART_BYTES = 512 * 1024;

/** A part of the evidence; the first one is entered in the trail. @throws AppError NOT_FOUND, NO_EVIDENCE */
export function getEvidence({ db }: Pick<FinishDeps, 'db'>) {
  return (ctx: Ctx, { id, offset }: { readonly id: number; readonly offset: number }) =>
    db.tenant(reviewScope(ctx, 'compliance:read'), async (tx) => {
      const review = await findReview(tx, id);
      if (review === undefined) throw notFound();
      const part = await readEvidence(tx, review, offset, PART_BYTES);
      if (part === undefined) throw noEvidence();
      if (offset === 0) await tell(tx, ctx, 'register_update', review, 'evidence');
      const { size, ...rest } = part;
      const end = offset + part.content.length;
      return { ...rest, nextOffset: end < size && part.content.length > 0 ? end : undefined };
    });
}
