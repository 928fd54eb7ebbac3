import type { Tx } from '@pii-vault/platform/postgres/database';
import { CLASS_OF } from './credentials.ts';

/** waiting, waiting_bulk: a pair charged to the writer of the older record (cross-pairs/charge-waiting.ts). */
export type ProbeKind = 'link' | 'correction' | 'erasure' | 'waiting' | 'waiting_bulk';

/** A match about another company's people that a credential's record produced. */
export interface Probe {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly agreementId: number;
  readonly credential: string;
  readonly individualId: number;
}

export interface Spender {
  readonly companyId: number;
  readonly credential: string;
}

const COLUMNS = 'company_id, other_company_id, agreement_id, credential, kind, individual_id, happened_at';

export async function noteProbes(tx: Tx, kind: ProbeKind, probes: readonly Probe[], at: Date): Promise<void> {
  if (probes.length === 0) return;
  await tx.query(
    `INSERT INTO match_probes (${COLUMNS})
     SELECT p.company_id, p.other_company_id, p.agreement_id, p.credential, $6, p.individual_id, $7::timestamptz
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
       AS p(company_id, other_company_id, agreement_id, credential, individual_id)`,
    [
      probes.map(({ companyId }) => companyId),
      probes.map(({ otherCompanyId }) => otherCompanyId),
      probes.map(({ agreementId }) => agreementId),
      probes.map(({ credential }) => credential),
      probes.map(({ individualId }) => individualId),
      kind,
      at,
    ],
  );
}

export interface Spent {
  readonly byCredential: number;
  readonly byCompany: number;
}

/**
 * Probes of a kind after `since` and up to `until`: of the credential, and of all credentials of its class in the
 * company.
 */
export async function spentSince(
  tx: Tx,
  kind: ProbeKind,
  { companyId, credential }: Spender,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Spent> {
  const [row] = await tx.query<Spent>(
    `SELECT count(*) FILTER (WHERE credential = $2)::int AS "byCredential", count(*)::int AS "byCompany"
     FROM match_probes WHERE company_id = $1 AND kind = $3 AND happened_at > $4::timestamptz
       AND happened_at <= $5::timestamptz AND ${CLASS_OF('credential')} = ${CLASS_OF('$2')}`,
    [companyId, credential, kind, since, until],
  );
  return row ?? { byCredential: 0, byCompany: 0 };
}

/**
 * Probes charged to the last hour (0), the next (1) and so on: of all imports of the company, or of the one credential.
 */
export async function usedByHour(
  tx: Tx,
  kind: ProbeKind,
  { companyId, credential }: Spender,
  now: Date,
): Promise<Map<number, number>> {
  const rows = await tx.query<{ hour: number; n: number }>(
    `SELECT greatest(0, ceil(extract(epoch FROM happened_at - $4::timestamptz) / 3600))::int AS hour, count(*)::int AS n
     FROM match_probes WHERE company_id = $1 AND kind = $3 AND happened_at > $4::timestamptz - interval '1 hour'
       AND CASE WHEN ${CLASS_OF('$2')} = 'import' THEN credential LIKE 'import:%' ELSE credential = $2 END
     GROUP BY 1`,
    [companyId, credential, kind, now],
  );
  return new Map(rows.map(({ hour, n }) => [hour, n]));
}

/** Number of probes of one kind in an hour: by the credential, and by the company. */
export type HourUse = Spent;

export interface UseByHour {
  /** By hour: 0 is the last one, which ends now; 1 is the next. */
  of(hour: number): HourUse;
  readonly total: HourUse;
}

/** Charges of the writers of older records, for the last hour and the following ones. */
export async function waitingByHour(
  tx: Tx,
  kind: ProbeKind,
  { companyId, credential }: Spender,
  now: Date,
): Promise<UseByHour> {
  const rows = await tx.query<HourUse & { hour: number }>(
    `SELECT greatest(0, ceil(extract(epoch FROM happened_at - $4::timestamptz) / 3600))::int AS hour,
       count(*) FILTER (WHERE credential = $2)::int AS "byCredential", count(*)::int AS "byCompany"
     FROM match_probes WHERE company_id = $1 AND kind = $3 AND happened_at > $4::timestamptz - interval '1 hour'
     GROUP BY 1`,
    [companyId, credential, kind, now],
  );
  const use = new Map(rows.map(({ hour, ...counts }) => [hour, counts]));
  return {
    of: (hour) => use.get(hour) ?? { byCredential: 0, byCompany: 0 },
    total: {
      byCredential: rows.reduce((sum, row) => sum + row.byCredential, 0),
      byCompany: rows.reduce((sum, row) => sum + row.byCompany, 0),
    },
  };
}

/**
 * Records the removal of records that linked in the last day, once each, for any remover. The link of a decoy
 * counts, also if the decoy is the older record. Records that an import of the other company matched do not count.
 * @returns their writers
 */
export async function noteErasures(
  tx: Tx,
  records: ReadonlyArray<{ readonly companyId: number; readonly individualId: number }>,
  { since, at }: { readonly since: Date; readonly at: Date },
): Promise<Array<Omit<Probe, 'individualId'>>> {
  if (records.length === 0) return [];
  return await tx.query<Omit<Probe, 'individualId'>>(
    `INSERT INTO match_probes AS e (${COLUMNS})
     SELECT DISTINCT ON (l.company_id, l.individual_id, l.agreement_id) l.company_id, l.other_company_id,
       l.agreement_id, l.credential, 'erasure', l.individual_id, $4::timestamptz
     FROM unnest($1::bigint[], $2::bigint[]) AS r(company_id, individual_id)
     JOIN match_probes l ON l.company_id = r.company_id AND l.individual_id = r.individual_id
       AND (l.kind IN ('link', 'waiting') OR l.kind = 'waiting_bulk' AND l.credential LIKE 'import:%')
     WHERE l.happened_at > $3::timestamptz AND NOT EXISTS (SELECT FROM match_probes d
       WHERE d.company_id = l.company_id AND d.individual_id = l.individual_id AND d.kind = 'erasure')
     ORDER BY l.company_id, l.individual_id, l.agreement_id, l.kind
     RETURNING company_id AS "companyId", other_company_id AS "otherCompanyId", agreement_id AS "agreementId", credential`,
    [records.map(({ companyId }) => companyId), records.map(({ individualId }) => individualId), since, at],
  );
}
