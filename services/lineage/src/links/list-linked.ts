import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ListLinkedRequest, ListLinkedResponse } from '@pii-vault/proto/lineage/v1/links';
import { judgeWays, WAYS_OF_PEOPLE, type WaysOfPerson } from './linked-people.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { databaseScope, singleEdges } from './reader.ts';

/** People with edges that one call reads, and people that it answers. */
const MOST_READ = 2_000;
const MOST_ANSWERED = 200;

/** People of a company, from the folded roll-up, who are the same person as one of another company. */
export function listLinked(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId, afterId }: ListLinkedRequest): Promise<ListLinkedResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx, companyId));
    // Such edges exist under agreements only.
    if (reader.agreements.length === 0) return { individualIds: [], untilId: undefined };
    const rows = await deps.db.tenant(databaseScope(reader), (tx) =>
      tx.query<WaysOfPerson>(WAYS_OF_PEOPLE, [companyId, afterId, MOST_READ]),
    );
    const judge = judgeWays(reader);
    const linked = rows.filter(({ seenAs }) => judge(seenAs) === 'same');
    const individualIds = linked.slice(0, MOST_ANSWERED).map(({ individualId }) => individualId);
    const untilId =
      linked.length > MOST_ANSWERED
        ? individualIds.at(-1)
        : rows.length === MOST_READ
          ? rows.at(-1)?.individualId
          : undefined;
    return { individualIds, untilId };
  };
}
