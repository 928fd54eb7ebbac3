import {
  type AccessLine,
  type AccessReview,
  accessLineSchema,
  accessReviewSchema,
} from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type {
  AccessReview as Entry,
  GetAccessEvidenceResponse,
  AccessLine as Line,
} from '@pii-vault/proto/compliance/v1/access_reviews';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'accessReviews' | 'userDirectory'> & { self: () => Ctx; tokens: InternalTokens };

const toReview = jsonOf(accessReviewSchema);
const toLine = jsonOf(accessLineSchema);

/** With names of users. This gateway drops its internal tokens of an API client that is revoked. A file. */
export function accessReviewsHandlers(deps: Deps): Handlers<KeysOf<'accessReviews'>> {
  const { accessReviews } = deps;
  const one = async (answer: { readonly review: Entry | undefined }) => {
    const review = present(answer.review);
    const [body] = await named(deps, [review]);
    return { body: present(body), headers: { ETag: etagOf(review.version) } };
  };
  return {
    'GET /access-reviews': async ({ ctx, query, position }) => {
      const answer = await accessReviews.listAccessReviews(ctx, { ...query, cursor: position });
      return { body: await named(deps, answer.reviews), next: answer.nextCursor };
    },
    'POST /access-reviews': async ({ ctx, session, body: { companyId: wanted, startOver } }) => {
      const companyId = companyOf(wanted, session);
      const { body } = await one(await accessReviews.startAccessReview(ctx, { companyId, startOver }));
      return { body };
    },
    'GET /access-reviews/{id}': async ({ ctx, params }) =>
      one(await accessReviews.getAccessReview(ctx, params)),
    'GET /access-reviews/{id}/lines': async ({ ctx, params, query, position }) => {
      const { open = false, limit } = query;
      const wanted = { ...params, limit, onlyOpen: open, cursor: position };
      const answer = await accessReviews.listAccessLines(ctx, wanted);
      return { body: await namedLines(deps, answer.lines), next: answer.nextCursor };
    },
    'POST /access-reviews/{id}/lines/{lineId}/decision': async ({
      ctx,
      params,
      body: wanted,
      ifRowVersion,
    }) => {
      const answer = await accessReviews.decideAccessLine(ctx, { ...params, ...wanted, ifRowVersion });
      const line = present(answer.line);
      if (wanted.decision === 'revoke') deps.tokens.dropClientsOf(line.userId);
      const [body] = await namedLines(deps, [line]);
      return { body: present(body), headers: { ETag: etagOf(line.version) } };
    },
    'POST /access-reviews/{id}/keep': async ({ ctx, params, body: { open } }) => {
      const { kept, left } = await accessReviews.keepOpenLines(ctx, { ...params, open });
      return { body: { kept, left } };
    },
    'POST /access-reviews/{id}/finish': async ({ ctx, params, ifRowVersion }) =>
      one(await accessReviews.finishAccessReview(ctx, { ...params, ifRowVersion })),
    'GET /access-reviews/{id}/evidence': async ({ ctx, params, renewed }) => {
      const part = async (call: Ctx, offset: number) =>
        await accessReviews.getAccessEvidence(call, { ...params, offset });
      const chunks = evidence(await part(ctx, 0), async (offset) => await part(await renewed(), offset));
      return { type: 'application/json', fileName: `access-review-${params.id}.json`, chunks };
    },
  };
}

/** Adds the names of the reviewers. */
async function named(deps: Deps, found: readonly Entry[]): Promise<AccessReview[]> {
  const ids = found.flatMap(({ startedBy, reviewedBy }) => [startedBy, reviewedBy ?? startedBy]);
  const names = await userNames(deps, deps.self(), ids);
  return found.map((review) =>
    toReview({
      ...review,
      startedByName: names.get(review.startedBy),
      reviewedByName: review.reviewedBy === undefined ? undefined : names.get(review.reviewedBy),
    }),
  );
}

/** Adds the names that the caller's list of users shows, and those of who decided. */
async function namedLines(deps: Deps, lines: readonly Line[]): Promise<AccessLine[]> {
  const ids = lines.flatMap(({ userId, decidedBy }) => [userId, decidedBy ?? userId]);
  const names = await userNames(deps, deps.self(), ids);
  return lines.map((line) => {
    return toLine({
      ...line,
      userName: line.status === undefined ? undefined : names.get(line.userId),
      decidedByName: line.decidedBy === undefined ? undefined : names.get(line.decidedBy),
    });
  });
}

/** The file: the certificate, then the snapshot as it was signed. */
async function* evidence(
  first: GetAccessEvidenceResponse,
  part: (offset: number) => Promise<GetAccessEvidenceResponse>,
): AsyncGenerator<string | Uint8Array> {
  const { note, keyId, publicKey } = first;
  const certificate = { note, keyId, publicKey: Buffer.from(publicKey).toString('base64') };
  yield `{"certificate":${JSON.stringify(certificate)},"snapshot":`;
  yield first.content;
  for (let next = first.nextOffset; next !== undefined; ) {
    const { content, nextOffset } = await part(next);
    yield content;
    next = nextOffset;
  }
  yield '}\n';
}
