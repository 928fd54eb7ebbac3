import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type ConsentEntry, maskOf } from '../../consents/consent.ts';
import { type ConsentJson, consentEntriesOf, consentsAsJson } from '../../consents/consents-store.ts';
import { LINKABLE_TYPES } from '../../consents/link-scope.ts';
import { readSealedFields, type SealedRow } from '../../people/fields/fields-store.ts';

/** A person with its linkable fields. */
export interface LinkablePerson {
  readonly individualId: number;
  readonly recordVersion: number;
  readonly consents: readonly ConsentEntry[];
  readonly fields: readonly SealedRow[];
}

/** Omits unknown and sealed people. The version is read before the fields, so it is never newer than they are. */
export async function readLinkable(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<LinkablePerson[]> {
  if (ids.length === 0) return [];
  const people = await tx.query<{ id: number; record_version: number; consents: ConsentJson[] | null }>(
    `SELECT i.id, i.record_version, ${consentsAsJson('i')} AS consents FROM individuals i
     WHERE i.company_id = $1 AND i.id = ANY ($2::bigint[]) AND i.sealed_at IS NULL`,
    [companyId, ids],
  );
  const rows = await readSealedFields(tx, companyId, ids, maskOf(LINKABLE_TYPES));
  const fields = Map.groupBy(rows, (row) => row.individualId);
  return people.map((one) => ({
    individualId: one.id,
    recordVersion: one.record_version,
    consents: consentEntriesOf(one.consents),
    fields: fields.get(one.id) ?? [],
  }));
}

/** Those of these people that still have this version; sealed ones have none. */
export async function readUnchanged(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  version: number,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>({
    name: 'linkable_unchanged',
    text: `SELECT i.id FROM unnest($2::bigint[]) AS wanted(id)
      CROSS JOIN LATERAL (SELECT p.id FROM individuals p WHERE p.company_id = $1 AND p.id = wanted.id
        AND p.record_version = $3 AND p.sealed_at IS NULL OFFSET 0) i`,
    values: [companyId, ids, version],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The next ids of the company, ascending. */
export async function readNextIds(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.tenant({ companies: [companyId] }, (tx) =>
    tx.query<{ id: number }>(
      `SELECT id FROM individuals WHERE company_id = $1 AND id > $2 AND sealed_at IS NULL
       ORDER BY company_id, id LIMIT $3`,
      [companyId, after, limit],
    ),
  );
  return rows.map((row) => row.id);
}
