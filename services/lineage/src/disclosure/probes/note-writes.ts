import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Budgets } from '../cross-pairs/disclosure.ts';
import { IS_STOP } from './alarms-store.ts';
import { CLASS_OF, isImport } from './credentials.ts';
import { noteProbes, type Probe, spentSince } from './probes-store.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** People of a company that a credential wrote in one transaction. */
export interface RecordWrite {
  readonly companyId: number;
  readonly credential: string;
  /** A withdrawn consent or a removed value, without a new value. */
  readonly isRemoval: boolean;
  readonly people: ReadonlyArray<{ readonly individualId: number; readonly version: number }>;
}

/** Budgets of corrections by one credential, and by all imports of a company. */
export type WriteBudgets = Pick<Budgets, 'correctionsPerHour' | 'importLinksAlarm'>;

const HOUR_MS = 3_600_000;
const FIRST_VERSION = 1;

/**
 * Stores the writers of records of companies under agreements, and counts corrections of records that are linked across
 * companies. Above the budget of a credential they raise an alarm, and its writes are not disclosed across companies.
 * Corrections by a company's imports raise an alarm but stop nothing. A removal counts only if the record linked
 * recently by the write of a user or client: a help desk removes values of long-standing people, a prober those of its
 * own decoys.
 */
export async function noteWrites(
  tx: Tx,
  ctx: Ctx,
  budgets: WriteBudgets,
  writes: readonly RecordWrite[],
  at: Date,
): Promise<void> {
  if (writes.length === 0) return;
  await insertWrites(tx, writes, at);
  for (const write of writes) {
    const corrected = write.people.filter(({ version }) => version > FIRST_VERSION);
    if (corrected.length === 0) continue;
    const linked = await linkedOf(
      tx,
      write,
      corrected.map(({ individualId }) => individualId),
      at,
    );
    await noteProbes(tx, 'correction', linked, at);
    const since = new Date(at.getTime() - HOUR_MS);
    for (const [, [first]] of Map.groupBy(linked, ({ otherCompanyId }) => otherCompanyId)) {
      if (first === undefined) continue;
      const spent = await spentSince(tx, 'correction', write, { since, until: at });
      const isOfImport = isImport(write.credential);
      const events = isOfImport ? spent.byCompany : spent.byCredential;
      const budget = isOfImport ? budgets.importLinksAlarm : budgets.correctionsPerHour;
      const reason = isOfImport ? 'imports' : 'corrections';
      if (events > budget) await raiseAlarm(tx, ctx, { ...first, reason, events, budget }, at);
    }
  }
}

async function insertWrites(tx: Tx, writes: readonly RecordWrite[], at: Date): Promise<void> {
  const rows = writes.map(({ companyId, credential, people }) => ({
    companyId,
    credential,
    ids: people.map(({ individualId }) => individualId),
  }));
  await tx.query(
    `INSERT INTO record_writes (company_id, credential, individual_ids, first_id, last_id, written_at)
     SELECT i."companyId", i.credential, i.ids, (SELECT min(n) FROM unnest(i.ids) AS u(n)),
       (SELECT max(n) FROM unnest(i.ids) AS u(n)), $2::timestamptz
     FROM jsonb_to_recordset($1::jsonb) AS i("companyId" bigint, credential text, ids bigint[])
     WHERE EXISTS (SELECT FROM agreement_scopes a WHERE a.company_id = i."companyId")`,
    [JSON.stringify(rows), at],
  );
}

/**
 * SQL condition: a user or client wrote the record of `p` that made a link in the last 30 days, or was its older
 * record.
 */
const LINKED_OF_LATE = `EXISTS (SELECT FROM match_probes l WHERE l.company_id = $1 AND l.individual_id = p.own
  AND l.kind IN ('link', 'waiting') AND ${CLASS_OF('l.credential')} = 'single'
  AND l.happened_at > $4::timestamptz - interval '30 days')`;

/**
 * People whose correction could disclose something about another company, once for each agreement: people in pairs that
 * the company sees or that its own write made. Pairs made by a stopped credential of the other company do not count.
 */
async function linkedOf(
  tx: Tx,
  { companyId, credential, isRemoval }: RecordWrite,
  individualIds: readonly number[],
  at: Date,
): Promise<Probe[]> {
  const rows = await tx.query<Omit<Probe, 'companyId' | 'credential'>>(
    `SELECT DISTINCT p.agreement_id AS "agreementId", p.other AS "otherCompanyId", p.own AS "individualId" FROM (
       SELECT *, hi_company_id AS other, lo_individual_id AS own FROM cross_pairs
       WHERE lo_company_id = $1 AND lo_individual_id = ANY ($2::bigint[])
       UNION ALL
       SELECT *, lo_company_id, hi_individual_id FROM cross_pairs
       WHERE hi_company_id = $1 AND hi_individual_id = ANY ($2::bigint[])) AS p
     WHERE (NOT $3::boolean OR ${LINKED_OF_LATE})
       AND (p.charged_company_id = $1 OR p.edge_id IS NOT NULL AND NOT EXISTS (SELECT FROM probe_alarms a
       WHERE a.company_id = p.charged_company_id AND a.credential = p.credential AND ${IS_STOP}
         AND ${CLASS_OF('a.credential')} = 'single'))`,
    [companyId, individualIds, isRemoval, at],
  );
  return rows.map((row) => ({ ...row, companyId, credential }));
}
