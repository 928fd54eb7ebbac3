import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ComplianceFlags, TrailColumns, TrailDetails } from '../../entries/columns.ts';
import { type PageScope, pageQuery } from './page-query.ts';
import type { BoundedRange } from './time-range.ts';
import { alternatives, type TrailFilter } from './trail-filter.ts';

/** A row of the trail as it is listed. */
export interface ListedEntry extends Omit<TrailColumns, 'producer' | 'epoch' | 'seq'> {
  readonly leafIndex: number;
}

/** The newest `limit` leaf indexes below `before` that match filter and range, newest first. */
export async function pageOfLeaves(
  tx: Tx,
  scope: PageScope,
  filter: TrailFilter,
  before: number,
  limit: number,
  range?: BoundedRange,
): Promise<number[]> {
  const found = new Set<number>();
  for (const conditions of alternatives(filter)) {
    const { text, values } = pageQuery(scope, conditions, before, limit, range);
    for (const row of await tx.query<{ leaf_index: number }>(text, values)) found.add(row.leaf_index);
  }
  return [...found].sort((a, b) => b - a).slice(0, limit);
}

export const ENTRIES_QUERY = `SELECT leaf_index, company_id, company_seq, individual_id, pii_field_id, action,
    actor_type, actor_id, details, compliance_flags, ip_address, user_agent, "timestamp"
  FROM audit_trail WHERE leaf_index = ANY ($1::bigint[])`;

interface EntryRow {
  leaf_index: number;
  company_id: number;
  company_seq: number;
  individual_id: number | null;
  pii_field_id: number | null;
  action: string;
  actor_type: string;
  actor_id: string;
  details: TrailDetails;
  compliance_flags: ComplianceFlags;
  ip_address: string;
  user_agent: string;
  timestamp: Date;
}

/** The entries at these leaf indexes that the transaction may see, newest first. */
export async function entriesAt(tx: Tx, leafIndexes: readonly number[]): Promise<ListedEntry[]> {
  const rows = await tx.query<EntryRow>(ENTRIES_QUERY, [leafIndexes]);
  return rows.map(fromRow).sort((a, b) => b.leafIndex - a.leafIndex);
}

function fromRow(row: EntryRow): ListedEntry {
  return {
    leafIndex: row.leaf_index,
    companyId: row.company_id,
    companySeq: row.company_seq,
    individualId: row.individual_id,
    piiFieldId: row.pii_field_id,
    action: row.action,
    actorType: row.actor_type,
    actorId: row.actor_id,
    details: row.details,
    complianceFlags: row.compliance_flags,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    timestamp: row.timestamp,
  };
}

/** Number of entries of the companies in scope, from their gapless counters. */
export async function countEntries(tx: Tx, scope: PageScope): Promise<number> {
  const companies = scope === 'all' ? null : scope.companies;
  const [row] = await tx.query<{ total: number }>(
    `SELECT coalesce(sum(last_seq), 0)::bigint AS total FROM company_heads
     WHERE $1::bigint[] IS NULL OR company_id = ANY ($1::bigint[])`,
    [companies],
  );
  return row?.total ?? 0;
}
