import { decisions, withheldReasons } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Decision } from '@pii-vault/proto/lineage/v1/links';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { etagOf } from '../wire/etag.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { userNames } from '../wire/user-names.ts';
import { oneOf, present, toIso } from '../wire/values.ts';
import { sides, toEntry } from './data-lineage-mapper.ts';

export interface ReviewDeps extends Pick<Clients, 'links' | 'userDirectory'> {
  readonly names: CompanyNames;
  readonly self: () => Ctx;
}

type ReviewKeys = 'GET /data-lineage/entries/{id}/explain' | 'POST /data-lineage/entries/{id}/decision';

/** Explanation of a link, and decisions of reviewers. */
export function reviewHandlers(deps: ReviewDeps): Handlers<ReviewKeys> {
  const { links, names } = deps;
  return {
    'GET /data-lineage/entries/{id}/explain': async ({ ctx, params, query }) => {
      const answer = await links.explainEntry(ctx, { id: params.id, purpose: query.purpose });
      const entry = present(answer.entry);
      const { comparisons, probability, modelVersion } = answer;
      const body = {
        entry: toEntry(entry, await names(sides([entry]))),
        version: entry.rowVersion,
        withheld: answer.withheld === undefined ? null : oneOf(withheldReasons, answer.withheld),
        comparisons: comparisons.map((comparison) => ({ ...comparison })),
        probability,
        modelVersion,
        decisions: await namedDecisions(deps, ctx, answer.decisions),
      };
      return { body, headers: { ETag: etagOf(entry.rowVersion) } };
    },
    'POST /data-lineage/entries/{id}/decision': async ({ ctx, params, body, ifRowVersion }) => {
      const answer = await links.decideEntry(ctx, {
        id: params.id,
        ...body,
        ifRowVersion,
      });
      const entry = present(answer.entry);
      const headers = { ETag: etagOf(entry.rowVersion) };
      return { body: toEntry(entry, await names(sides([entry]))), headers };
    },
  };
}

async function namedDecisions(deps: ReviewDeps, ctx: Ctx, made: readonly Decision[]) {
  const ids = made.map(({ decidedBy }) => decidedBy);
  const reviewers = await userNames(deps, withCaller(deps.self(), ctx), ids);
  return made.map((decision) => {
    const { noteView: view, hasNote, identifiers } = decision;
    const texts = toShownTexts({ view, filled: hasNote ? ['note'] : [], identifiers });
    return {
      companyId: decision.companyId,
      verificationStatus: oneOf(decisions, decision.verificationStatus),
      note: toShownText(texts, 'note', decision.note),
      texts,
      decidedBy: reviewers.get(decision.decidedBy) ?? null,
      decidedAt: toIso(decision.decidedAt),
    };
  });
}

/** The directory is called as the gateway, with the caller's request id and deadline. */
const withCaller = (self: Ctx, { requestId, deadlineAt }: Ctx): Ctx => ({ ...self, requestId, deadlineAt });
