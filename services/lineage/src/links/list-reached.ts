import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { ListReachedRequest, ListReachedResponse } from '@pii-vault/proto/lineage/v1/links';
import { invalidFilter } from '../errors.ts';
import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { type Reader, singleEdges } from './reader.ts';

const MAX_INDIVIDUALS = 200;

/** For each individual of a page, the companies that have the same person. */
export function listReached(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListReachedRequest): Promise<ListReachedResponse> => {
    if (request.individuals.length > MAX_INDIVIDUALS)
      throw invalidFilter('individuals', `At most ${MAX_INDIVIDUALS} individuals`);
    const reader = singleEdges(await readerOf(deps, ctx));
    const reached = await reachedCompanies(deps.db, reader, request.individuals);
    return {
      reached: reached.map(({ companyId, individualId, companyIds }) => ({
        individual: { companyId, individualId },
        companyIds,
      })),
    };
  };
}

interface ReachedRecord extends RecordRef {
  readonly companyIds: readonly number[];
}

/** For each individual the other companies that same_individual edges reach; in one round trip. */
export async function reachedCompanies(
  db: Pick<Database, 'read'>,
  { readable, agreements, open }: Reader,
  individuals: readonly RecordRef[],
): Promise<ReachedRecord[]> {
  // Such edges exist under agreements only.
  if (agreements.length === 0) return [];
  return await db.read<ReachedRecord>({
    name: 'reached_companies',
    text: `SELECT company_id AS "companyId", individual_id AS "individualId", company_ids AS "companyIds"
      FROM reached_companies($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])`,
    values: [
      [...readable],
      agreements,
      open,
      individuals.map((individual) => individual.companyId),
      individuals.map((individual) => individual.individualId),
    ],
  });
}
