import {
  type AccessReview,
  accessReviewSchema,
} from '@pii-vault/contract/access-reviews/access-reviews-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { AccessReview as Entry } from '@pii-vault/proto/compliance/v1/access_reviews';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'accessReviews' | 'userDirectory'> & { self: () => Ctx };

const toReview = jsonOf(accessReviewSchema);

/** With names of reviewers. */
export function accessReviewsHandlers(deps: Deps): Handlers<KeysOf<'accessReviews'>> {
  const { accessReviews } = deps;
  return {
    'GET /access-reviews': async ({ ctx, query, position }) => {
      const answer = await accessReviews.listAccessReviews(ctx, { ...query, cursor: position });
      return { body: await named(deps, answer.reviews), next: answer.nextCursor };
    },
    'POST /access-reviews': async ({ ctx, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const { review } = await accessReviews.recordAccessReview(ctx, { companyId });
      return { body: present((await named(deps, [present(review)]))[0]) };
    },
  };
}

/** Adds the names of the reviewers. */
async function named(deps: Deps, found: readonly Entry[]): Promise<AccessReview[]> {
  const names = await userNames(
    deps,
    deps.self(),
    found.map(({ reviewedBy }) => reviewedBy),
  );
  return found.map((one) => toReview({ ...one, reviewedByName: names.get(one.reviewedBy) }));
}
