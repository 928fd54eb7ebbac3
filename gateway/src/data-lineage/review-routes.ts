import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { DecideEntryResponse } from '@pii-vault/proto/lineage/v1/links';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { etagOf } from '../wire/etag.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';
import { sides, toEntry, toExplanation } from './data-lineage-mapper.ts';

export interface ReviewDeps extends Pick<Clients, 'links' | 'userDirectory'> {
  readonly names: CompanyNames;
  readonly self: () => Ctx;
}

type ReviewKeys =
  | 'GET /data-lineage/entries/{id}/explain'
  | `${'POST' | 'DELETE'} /data-lineage/entries/{id}/decision`;

/** Explanation of a link, and decisions of reviewers. */
export function reviewHandlers(deps: ReviewDeps): Handlers<ReviewKeys> {
  const { links, names } = deps;
  const decided = async (answer: DecideEntryResponse) => {
    const entry = present(answer.entry);
    const headers = { ETag: etagOf(entry.rowVersion) };
    return { body: toEntry(entry, await names(sides([entry]))), headers };
  };
  return {
    'GET /data-lineage/entries/{id}/explain': async ({ ctx, params, query }) => {
      const answer = await links.explainEntry(ctx, { ...params, ...query });
      const entry = present(answer.entry);
      const reviewers = answer.decisions.map(({ decidedBy }) => decidedBy);
      const body = toExplanation(
        answer,
        await names(sides([entry])),
        await userNames(deps, withCaller(deps.self(), ctx), reviewers),
      );
      return { body, headers: { ETag: etagOf(entry.rowVersion) } };
    },
    'POST /data-lineage/entries/{id}/decision': async ({ ctx, params, body, ifRowVersion }) => {
      return decided(await links.decideEntry(ctx, { ...params, ...body, ifRowVersion }));
    },
    'DELETE /data-lineage/entries/{id}/decision': async ({ ctx, params, ifRowVersion }) =>
      decided(await links.withdrawDecision(ctx, { ...params, ifRowVersion })),
  };
}

/** The directory is called as the gateway, with the caller's request id and deadline. */
const withCaller = (self: Ctx, { requestId, deadlineAt }: Ctx): Ctx => ({ ...self, requestId, deadlineAt });
