import type { Tx } from '@pii-vault/platform/postgres/database';
import { ATTEMPT_COLUMNS, type ListedAttempt, WITHIN_HOURS } from './listed-attempt.ts';

/** Keys of an attack: its source address, the claimed device, or the target account. */
export type SourceKind = 'address' | 'device' | 'account';

/**
 * A source whose attempts look like an attack, from the first such hour to the end of the last; its newest 10,000
 * attempts count.
 */
export interface ThreatSource {
  readonly source: string;
  readonly began: Date;
  readonly ended: Date;
  readonly attempts: number;
  readonly successful: number;
  readonly blocked: number;
  readonly accounts: number;
  /** Number of these accounts that do not exist. */
  readonly unknownAccounts: number;
  readonly uniqueIPs: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const COLUMN: Readonly<Record<SourceKind, string>> = {
  address: 'ip_block',
  device: 'fingerprint',
  account: 'email_key',
};

/** Failing accounts per source, or failures per account, in one hour, from which it counts as an attack. */
const MANY_ACCOUNTS = 10;
const MANY_FAILURES = 20;
/** Minimum share of failures among all attempts in that hour, percent: an office also has successful sign-ins. */
const MOSTLY_FAILED = 80;
const MAX_SOURCES = 50;
const MAX_EVIDENCE = 5;

/** Condition for an hour of a source to be an attack: failures, and different accounts among them. */
const ATTACK: Readonly<Record<SourceKind, { readonly failures: number; readonly accounts: number }>> = {
  address: { failures: MANY_ACCOUNTS, accounts: MANY_ACCOUNTS },
  device: { failures: MANY_ACCOUNTS, accounts: MANY_ACCOUNTS },
  account: { failures: MANY_FAILURES, accounts: 1 },
};

/**
 * Most attempts first; the transaction's scope decides which attempts count. Prepared, like the evidence: under
 * row-level security, planning took as long as reading.
 */
export function threatSources(tx: Tx, kind: SourceKind, hours: number): Promise<ThreatSource[]> {
  return tx.query<ThreatSource>({
    name: `threat_sources_${kind}`,
    text: THREAT_SOURCES[kind],
    values: [hours, MAX_SOURCES],
  });
}

/**
 * Failures in the hours that are read, newest hours first, including the one that exceeds the budget: the last days
 * identify an attack of months.
 */
const MAX_LOOKED_AT = 2_500;

/** Maximum attempts of a source counted per hour and in all, newest first. */
const MAX_COUNTED = 10_000;

// Sources with many failures for any user; the visible attempts decide whether they are an attack.
const selectSources = (kind: SourceKind) => `WITH busy AS MATERIALIZED (
    SELECT source, hour FROM (
      SELECT source, hour, failures, sum(failures) OVER (ORDER BY hour DESC, source ROWS UNBOUNDED PRECEDING) AS so_far
      FROM (SELECT source, hour, failures FROM login_failures
        WHERE kind = '${kind}' AND failures >= 10 AND failures >= ${ATTACK[kind].failures}
          AND hour > now() - make_interval(hours => $1::integer) - interval '1 hour'
        ORDER BY hour DESC LIMIT ${MAX_LOOKED_AT / 10}) AS newest) AS summed
    WHERE so_far - failures < ${MAX_LOOKED_AT}
  ), hours AS (
    SELECT b.source, b.hour, a.n FROM busy b CROSS JOIN LATERAL (
      SELECT count(*) AS n, count(*) FILTER (WHERE NOT success) AS failed,
        count(DISTINCT email_key COLLATE "C") FILTER (WHERE NOT success) AS accounts
      FROM (SELECT success, email_key FROM login_attempts WHERE ${COLUMN[kind]} = b.source AND NOT untried AND created_at >= b.hour
        AND created_at < b.hour + interval '1 hour' AND ${WITHIN_HOURS}
        ORDER BY created_at DESC LIMIT ${MAX_COUNTED}) AS newest
    ) a WHERE a.failed >= ${ATTACK[kind].failures} AND a.failed * 100 >= a.n * ${MOSTLY_FAILED}
      AND a.accounts >= ${ATTACK[kind].accounts}
  ), sources AS (
    SELECT source, min(hour) AS began, max(hour) + interval '1 hour' AS ended FROM hours
    GROUP BY source ORDER BY sum(n) DESC, source LIMIT $2::integer
  )
  SELECT s.source, s.began, s.ended, a.* FROM sources s CROSS JOIN LATERAL (
    SELECT count(*) AS attempts, count(*) FILTER (WHERE success) AS successful,
      count(*) FILTER (WHERE blocked) AS blocked, count(DISTINCT email_key COLLATE "C") AS accounts,
      count(DISTINCT email_key COLLATE "C") FILTER (WHERE user_id IS NULL) AS "unknownAccounts",
      count(DISTINCT ip_address COLLATE "C") AS "uniqueIPs", min(created_at) AS "firstSeenAt", max(created_at) AS "lastSeenAt"
    FROM (SELECT success, blocked, email_key, user_id, ip_address, created_at FROM login_attempts
      WHERE ${COLUMN[kind]} = s.source AND NOT untried AND created_at >= s.began AND created_at < s.ended AND ${WITHIN_HOURS}
      ORDER BY created_at DESC LIMIT ${MAX_COUNTED}) AS newest
  ) a ORDER BY a.attempts DESC, s.source`;
export const THREAT_SOURCES: Readonly<Record<SourceKind, string>> = {
  address: selectSources('address'),
  device: selectSources('device'),
  account: selectSources('account'),
};

/** Companies with users among a source's accounts in the last hours, under the role for all companies. */
export async function companiesTried(
  tx: Tx,
  kind: SourceKind,
  sources: readonly string[],
  hours: number,
): Promise<number[]> {
  const rows = await tx.query<{ companyId: number }>(
    `SELECT DISTINCT m.company_id AS "companyId" FROM (
       SELECT DISTINCT user_id FROM login_attempts
       WHERE ${COLUMN[kind]} = ANY ($2::text[]) AND NOT untried AND ${WITHIN_HOURS}) AS a
     JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL
     CROSS JOIN LATERAL (
       SELECT u.company_id UNION SELECT r.company_id FROM user_company_roles r WHERE r.user_id = u.id AND r.is_active) AS m
     WHERE m.company_id IS NOT NULL ORDER BY 1`,
    [hours, sources],
  );
  return rows.map(({ companyId }) => companyId);
}

/** The newest attempts of each source, successful ones first, because they may have compromised an account. */
export async function evidenceOf(
  tx: Tx,
  kind: SourceKind,
  sources: readonly ThreatSource[],
  hours: number,
): Promise<Map<string, ListedAttempt[]>> {
  const rows = await tx.query<ListedAttempt & { source: string }>({
    name: `threat_evidence_${kind}`,
    text: EVIDENCE[kind],
    values: [
      hours,
      sources.map(({ source }) => source),
      sources.map(({ began }) => began),
      sources.map(({ ended }) => ended),
    ],
  });
  return Map.groupBy(rows, ({ source }) => source);
}

// Allows an index-only scan.
const selectEvidence = (kind: SourceKind) => `SELECT s.source, e.*
  FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS s(source, began, ended) CROSS JOIN LATERAL (
    SELECT id AS newest FROM login_attempts
    WHERE ${COLUMN[kind]} = s.source AND NOT untried AND created_at >= s.began AND created_at < s.ended AND ${WITHIN_HOURS}
    ORDER BY success DESC, created_at DESC, id DESC LIMIT ${MAX_EVIDENCE}
  ) i CROSS JOIN LATERAL (SELECT ${ATTEMPT_COLUMNS} FROM login_attempts WHERE id = i.newest OFFSET 0) e
  ORDER BY e.success DESC, e."createdAt" DESC, e.id DESC`;
const EVIDENCE: Readonly<Record<SourceKind, string>> = {
  address: selectEvidence('address'),
  device: selectEvidence('device'),
  account: selectEvidence('account'),
};
