import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ComparisonName } from '../../scoring/comparison-levels.ts';
import type { Scope } from '../../spaces/scopes/scope.ts';
import { agreementCredential } from '../probes/credentials.ts';
import type { Spender } from '../probes/probes-store.ts';
import { type CrossPair, type CrossPairRow, PAIR_COLUMNS, pairFromRow } from './cross-pairs-store.ts';
import { type FieldWrites, writesOfPair } from './making-write.ts';

/** A new pair without a disclosure time. */
export interface UnplacedPair extends CrossPair {
  /** Of its agreement. */
  readonly minutes: number;
  /** Aadhaar or PAN agrees. */
  readonly hasPersonalId: boolean;
  /** Writer whose write made the pair (making-write.ts); the agreement's if unknown or older than a day. */
  readonly writer: Spender;
  /** Writer of the other, older record; the agreement's if unknown. Null if the making write is unknown or old. */
  readonly waiter: Spender | null;
}

interface Row extends CrossPairRow {
  minutes: number;
  fields: ComparisonName[];
  lo_writes: FieldWrites | null;
  hi_writes: FieldWrites | null;
}

const SIDE = (side: 'lo' | 'hi') => `LEFT JOIN evidence_writes ${side} ON ${side}.scope = p.scope
  AND ${side}.company_id = p.${side}_company_id AND ${side}.individual_id = p.${side}_individual_id`;

const DAY_MS = 86_400_000;

/** The pairs of scopes without a disclosure time, in the order of their keys, with the writers of both records. */
export async function unplacedPairs(tx: Tx, scopes: readonly Scope[], now: Date): Promise<UnplacedPair[]> {
  const rows = await tx.query<Row>(
    `SELECT ${PAIR_COLUMNS}, coalesce(s.disclosure_minutes, 15) AS minutes, p.matching_fields AS fields,
       array_replace(lo.writes, NULL, 0) AS lo_writes, array_replace(hi.writes, NULL, 0) AS hi_writes
     FROM cross_pairs p
     LEFT JOIN agreement_scopes s ON s.agreement_id = p.agreement_id AND s.company_id = p.lo_company_id
     ${SIDE('lo')} ${SIDE('hi')}
     WHERE p.scope = ANY ($1::text[]) AND p.disclose_at IS NULL
     ORDER BY p.lo_individual_id, p.hi_individual_id, p.scope`,
    [scopes],
  );
  const writes = rows.map((row) => writesOfPair(row.fields, row.lo_writes, row.hi_writes));
  const writerOf = await writersOf(
    tx,
    writes.flatMap((one) => (one === undefined ? [] : [one.making, one.waiting])),
  );
  return rows.map((row, n) => ({
    ...pairFromRow(row),
    minutes: row.minutes,
    hasPersonalId: row.fields.some((field) => field === 'aadhaar' || field === 'pan'),
    ...spendersOf(row, writes[n], writerOf, now),
  }));
}

type Spenders = Pick<UnplacedPair, 'writer' | 'waiter'>;

function spendersOf(
  row: Row,
  writes: ReturnType<typeof writesOfPair>,
  writerOf: ReadonlyMap<number, Writer>,
  now: Date,
): Spenders {
  const unknown = (companyId: number): Spender => ({
    companyId,
    credential: agreementCredential(row.agreement_id),
  });
  const maker = writerOf.get(writes?.making ?? 0);
  const isOld = maker !== undefined && maker.at.getTime() < now.getTime() - DAY_MS;
  if (writes === undefined || maker === undefined || isOld)
    return { writer: unknown(row.lo_company_id), waiter: null };
  const waiting = writes.makingSide === 'lo' ? row.hi_company_id : row.lo_company_id;
  return { writer: maker.spender, waiter: writerOf.get(writes.waiting)?.spender ?? unknown(waiting) };
}

interface Writer {
  readonly spender: Spender;
  readonly at: Date;
}

async function writersOf(tx: Tx, writes: readonly number[]): Promise<Map<number, Writer>> {
  const ids = [...new Set(writes)].filter((id) => id !== 0);
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Spender & { id: number; at: Date }>(
    `SELECT id, company_id AS "companyId", credential, written_at AS at FROM record_writes WHERE id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(
    rows.map(({ id, companyId, credential, at }) => [id, { spender: { companyId, credential }, at }]),
  );
}
