import type { Database } from '@pii-vault/platform/postgres/database';
import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import type { Reader } from './reader.ts';

export interface ReachedRecord extends RecordRef {
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
