import type { AccessReview } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { AccessReview as Entry } from '@pii-vault/proto/compliance/v1/access_reviews';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { fromOptionalId, present, toId, toIso } from '../wire/values.ts';

export function accessReviewsHandlers({
  accessReviews,
}: Pick<Clients, 'accessReviews'>): Handlers<KeysOf<'accessReviews'>> {
  return {
    'GET /access-reviews': async ({ ctx, query, position }) => {
      const answer = await accessReviews.listAccessReviews(ctx, {
        companyId: fromOptionalId(query.companyId),
        limit: query.limit ?? defaultLimit,
        beforeId: position === undefined ? undefined : BigInt(position),
      });
      return { body: answer.reviews.map(toReview), next: answer.nextBeforeId?.toString() };
    },
    'POST /access-reviews': async ({ ctx, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const { review } = await accessReviews.recordAccessReview(ctx, { companyId });
      return { body: toReview(present(review)) };
    },
  };
}

function toReview({ id, companyId, reviewedBy, reviewedAt }: Entry): AccessReview {
  return {
    id: toId(id),
    companyId: toId(companyId),
    reviewedBy: toId(reviewedBy),
    reviewedAt: toIso(reviewedAt),
  };
}
