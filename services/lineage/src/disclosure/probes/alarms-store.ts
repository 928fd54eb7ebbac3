import type { Tx } from '@pii-vault/platform/postgres/database';
import { CLASS_OF } from './credentials.ts';
import type { Probe, Spender } from './probes-store.ts';

export type ProbeReason = 'links' | 'corrections' | 'erasures' | 'imports' | 'bulk' | 'waiting';

/** New pairs of the credential are held back until the alarm is lifted. */
export const STOPPING: ReadonlySet<ProbeReason> = new Set(['links', 'corrections', 'erasures']);

/** SQL condition: the alarm `a` stops its credential. */
export const IS_STOP = `a.lifted_at IS NULL AND a.reason IN ('links', 'corrections', 'erasures')`;

/** A credential that has exceeded its budget of probes of another company. */
export interface Overspent extends Omit<Probe, 'individualId'> {
  readonly reason: ProbeReason;
  readonly events: number;
  readonly budget: number;
}

export interface ProbeAlarm extends Overspent {
  readonly id: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly liftedAt: Date | null;
}

/** Number of events that an alarm reports: one above the budget, or the budget times a power of two that is reached. */
export function roundedEvents({ events, budget }: Pick<Overspent, 'events' | 'budget'>): number {
  const base = Math.max(budget, 1);
  return events < 2 * base ? budget + 1 : base * 2 ** Math.floor(Math.log2(events / base));
}

const COLUMNS = `id, company_id AS "companyId", other_company_id AS "otherCompanyId", agreement_id AS "agreementId",
  credential, reason, events, budget, first_at AS "firstAt", last_at AS "lastAt", lifted_at AS "liftedAt"`;

/**
 * Opens the alarm, or adds to an open one. Its visible state changes at most once an hour, and its count by doubling,
 * so that an alarm does not answer a single record. For the same reason all imports of a company share one.
 * @returns whether it is new
 */
export async function openAlarm(tx: Tx, one: Overspent, at: Date): Promise<boolean> {
  const [open] = await tx.query<{ credential: string }>(
    `SELECT credential FROM probe_alarms WHERE company_id = $1 AND other_company_id = $2 AND reason = $3
       AND lifted_at IS NULL AND ${CLASS_OF('credential')} = ${CLASS_OF('$4')} AND ${CLASS_OF('$4')} <> 'single'
     LIMIT 1`,
    [one.companyId, one.otherCompanyId, one.reason, one.credential],
  );
  const [row] = await tx.query<{ is_new: boolean }>(
    `INSERT INTO probe_alarms AS a (company_id, other_company_id, agreement_id, credential, reason, events, budget,
       first_at, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz)
     ON CONFLICT (company_id, other_company_id, credential, reason) WHERE lifted_at IS NULL
       DO UPDATE SET events = greatest(a.events, excluded.events),
         last_at = CASE WHEN excluded.last_at >= a.last_at + interval '1 hour' THEN excluded.last_at ELSE a.last_at END
     RETURNING old.id IS NULL AS is_new`,
    [
      one.companyId,
      one.otherCompanyId,
      one.agreementId,
      open?.credential ?? one.credential,
      one.reason,
      roundedEvents(one),
      one.budget,
      at,
    ],
  );
  return row?.is_new === true;
}

/** Whether new pairs of the credential are held back. Imports are spread over time and not stopped. */
export async function isStopped(tx: Tx, { companyId, credential }: Spender): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM probe_alarms a WHERE company_id = $1 AND credential = $2 AND ${IS_STOP} LIMIT 1`,
    [companyId, credential],
  );
  return rows.length > 0;
}

const MAX_ALARMS = 200;

/** Alarms of the last hours, newest first; the transaction's scope selects them. */
export function listAlarms(tx: Tx, hours: number): Promise<ProbeAlarm[]> {
  return tx.query<ProbeAlarm>(
    `SELECT ${COLUMNS} FROM probe_alarms WHERE last_at > now() - make_interval(hours => $1::int)
     ORDER BY last_at DESC, id DESC LIMIT ${MAX_ALARMS}`,
    [hours],
  );
}

/** The open alarm, locked, if the credential belongs to this company. */
export async function lockAlarm(tx: Tx, id: number): Promise<ProbeAlarm | undefined> {
  const [row] = await tx.query<ProbeAlarm>(
    `SELECT ${COLUMNS} FROM probe_alarms WHERE id = $1 AND lifted_at IS NULL FOR UPDATE`,
    [id],
  );
  return row;
}

/** Lifts every stop of a credential. */
export async function liftStop(
  tx: Tx,
  { companyId, credential }: Spender,
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE probe_alarms SET lifted_at = $3::timestamptz, lifted_by = $4
     WHERE company_id = $1 AND credential = $2 AND lifted_at IS NULL`,
    [companyId, credential, at, by],
  );
}
