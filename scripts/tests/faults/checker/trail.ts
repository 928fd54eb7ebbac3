import type { Client } from 'pg';

/** The part of an audit entry that the checker compares. */
export interface TrailEntry {
  readonly leafIndex: number;
  readonly companyId: number;
  readonly producer: string;
  readonly epoch: number;
  readonly seq: number;
  readonly action: string;
  /** '' if the entry has none. */
  readonly requestId: string;
  readonly decision: string;
  readonly ticket: string;
  readonly individualIds: readonly number[];
  readonly fieldNames: readonly string[];
}

/** A row of `reveal_counts`, which audit's intake maintains. */
export interface RevealCount {
  readonly companyId: number;
  readonly ticket: string;
  readonly entries: number;
}

export interface Trail {
  readonly entries: readonly TrailEntry[];
  readonly counts: readonly RevealCount[];
}

interface Row extends Omit<TrailEntry, 'individualIds' | 'fieldNames'> {
  readonly individualId: number | null;
  readonly individualIds: number[] | null;
  readonly fieldNames: string[] | null;
}

/** @param client in a transaction with one snapshot, because background jobs add entries and change counters */
export async function readTrail(client: Client): Promise<Trail> {
  const { rows } = await client.query<Row>(
    `SELECT leaf_index::int AS "leafIndex", company_id::int AS "companyId", producer, epoch::int, seq::int, action,
       coalesce(details ->> 'requestId', '') AS "requestId", coalesce(details ->> 'decision', '') AS decision,
       coalesce(details ->> 'ticket', '') AS ticket, individual_id::int AS "individualId",
       details -> 'individualIds' AS "individualIds", details -> 'fieldNames' AS "fieldNames"
     FROM audit.audit_trail ORDER BY leaf_index`,
  );
  const { rows: counts } = await client.query<RevealCount>(
    'SELECT company_id::int AS "companyId", ticket, entries::int FROM audit.reveal_counts',
  );
  const entries = rows.map(({ individualId, individualIds, fieldNames, ...entry }) => ({
    ...entry,
    individualIds: individualIds ?? (individualId === null ? [] : [individualId]),
    fieldNames: fieldNames ?? [],
  }));
  return { entries, counts };
}
