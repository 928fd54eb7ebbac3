import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { TrailDetails } from '../../entries/columns.ts';
import { treeSize } from '../../tree/proofs/proof-store.ts';

export interface RevealPosition {
  readonly companyId: number;
  readonly leafIndex: number;
}

/** One allowed reveal: an entry of people whose values were shown. */
export interface Reveal extends RevealPosition {
  readonly individualIds: readonly number[];
  readonly occurredAt: Date;
  readonly purpose: string;
  readonly fieldNames: readonly string[];
  readonly actorType: string;
  readonly actorId: string;
}

export interface RevealPage {
  readonly reveals: readonly Reveal[];
  readonly readUpTo: readonly RevealPosition[];
  readonly treeSize: number;
}

interface Row {
  readonly leafIndex: number;
  readonly individualId: number | null;
  readonly details: TrailDetails;
  readonly occurredAt: Date;
  readonly actorType: string;
  readonly actorId: string;
}

/**
 * The allowed reveals of each company after its position, in the order of the trail: `limit` entries per company,
 * refused ones counted. Leaves are appended one batch at a time, so no entry appears later before a position.
 */
export function listReveals({ db }: { readonly db: Pick<Database, 'system'> }) {
  return (after: readonly RevealPosition[], limit: number): Promise<RevealPage> =>
    db.system(async (tx) => {
      const reveals: Reveal[] = [];
      const readUpTo: RevealPosition[] = [];
      // Read before the entries: a reader that starts at this size misses none.
      const size = await treeSize(tx);
      for (const position of after) {
        const rows = await revealsBehind(tx, position, limit);
        const last = rows.at(-1);
        if (last === undefined) continue;
        const { companyId } = position;
        readUpTo.push({ companyId, leafIndex: last.leafIndex });
        reveals.push(...rows.flatMap((row) => revealOf(companyId, row)));
      }
      return { reveals, readUpTo, treeSize: size };
    });
}

/** Read from the index over company, action and leaf. */
export const REVEALS_BEHIND = `SELECT leaf_index AS "leafIndex", individual_id AS "individualId", details,
    "timestamp" AS "occurredAt", actor_type AS "actorType", actor_id AS "actorId"
  FROM audit_trail WHERE company_id = $1::bigint AND action = 'field_decrypt' AND leaf_index > $2::bigint
  ORDER BY leaf_index LIMIT $3::integer`;

function revealsBehind(tx: Tx, { companyId, leafIndex }: RevealPosition, limit: number): Promise<Row[]> {
  return tx.query<Row>(REVEALS_BEHIND, [companyId, leafIndex, limit]);
}

function revealOf(companyId: number, { individualId, details, ...row }: Row): Reveal[] {
  if (details.decision !== undefined && details.decision !== 'allowed') return [];
  const individualIds = individualId === null ? (details.individualIds ?? []) : [individualId];
  const { purpose = '', fieldNames = [] } = details;
  return individualIds.length === 0 ? [] : [{ ...row, companyId, individualIds, purpose, fieldNames }];
}
