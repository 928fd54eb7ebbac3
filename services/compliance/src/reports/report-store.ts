import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { listQueries, listRows, type RegisterPage } from '../registers/register.ts';
import type { Report } from './report.ts';

const COLUMNS = `id, company_id AS "companyId", regulation_type AS "regulationType", format, status, problem,
  created_by AS "createdBy", created_at AS "createdAt", finished_at AS "finishedAt", size, sha256`;
export const LIST_REPORTS = listQueries('reports', COLUMNS);

/** Longer than making a report takes; afterwards another process may make it again. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 5;

export interface NewReport {
  readonly companyId: number;
  readonly regulationType: string;
  readonly format: string;
  readonly createdBy: number;
  readonly createdClient: string | undefined;
  readonly textId: string;
}

export async function insertReport(tx: Tx, report: NewReport): Promise<Report> {
  return only(
    await tx.query<Report>(
      `INSERT INTO reports (company_id, regulation_type, format, created_by, created_client, text_id)
       VALUES ($1::bigint, $2::text, $3::text, $4::bigint, $5::text, $6::uuid) RETURNING ${COLUMNS}`,
      [
        ...[report.companyId, report.regulationType, report.format, report.createdBy],
        ...[report.createdClient ?? null, report.textId],
      ],
    ),
  );
}

export async function findReport(tx: Tx, id: number): Promise<Report | undefined> {
  const rows = await tx.query<Report>(`SELECT ${COLUMNS} FROM reports WHERE id = $1::bigint`, [id]);
  return rows[0];
}

export function listReports(tx: Tx, page: RegisterPage): Promise<Report[]> {
  return listRows<Report>(tx, LIST_REPORTS, page);
}

/** A report with its file as it is stored. */
export interface StoredFile {
  readonly textId: string;
  readonly file: Buffer;
  readonly keyVersion: number;
}

export async function findFile(tx: Tx, id: number): Promise<StoredFile | undefined> {
  const rows = await tx.query<StoredFile>(
    `SELECT text_id AS "textId", file, file_key_version AS "keyVersion" FROM reports
     WHERE id = $1::bigint AND status = 'done'`,
    [id],
  );
  return rows[0];
}

export interface ClaimedReport extends Report {
  readonly createdClient: string | null;
  readonly textId: string;
  readonly attempts: number;
}

/** Counts a company's queued reports under a lock: no other transaction adds one until this one ends. */
export async function lockAndCountWaiting(tx: Tx, companyId: number): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('compliance reports', $1::bigint))`, [
    companyId,
  ]);
  const rows = await tx.query<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM reports WHERE company_id = $1::bigint AND status = 'queued'`,
    [companyId],
  );
  return only(rows).waiting;
}

/**
 * Leases for a minute the oldest queued report of the company that was served longest ago, so that a company with many
 * reports does not block the others.
 */
export async function claimReport(tx: Tx): Promise<ClaimedReport | undefined> {
  const rows = await tx.query<ClaimedReport>(
    `UPDATE reports SET leased_until = now() + make_interval(secs => $1::integer), attempts = attempts + 1
     WHERE (company_id, id) = (
       SELECT r.company_id, r.id FROM reports r WHERE r.status = 'queued' AND r.leased_until < now()
       ORDER BY (SELECT max(t.leased_until) FROM reports t WHERE t.company_id = r.company_id), r.leased_until, r.id
       LIMIT 1 FOR UPDATE OF r SKIP LOCKED)
     RETURNING ${COLUMNS}, created_client AS "createdClient", text_id AS "textId", attempts`,
    [LEASE_SECONDS],
  );
  return rows[0];
}

export async function storeFile(
  tx: Tx,
  { companyId, id }: Pick<Report, 'companyId' | 'id'>,
  { sealed, keyVersion }: SealedText,
  file: { readonly size: number; readonly sha256: string },
): Promise<boolean> {
  const stored = await tx.query(
    `UPDATE reports SET status = 'done', finished_at = now(), file = $3::bytea, file_key_version = $4::integer,
       size = $5::bigint, sha256 = $6::text
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'queued' RETURNING id`,
    [companyId, id, sealed, keyVersion, file.size, file.sha256],
  );
  return stored.length > 0;
}

/** Fails a report: at once, or after several attempts for a transient failure. */
export async function failReport(
  tx: Tx,
  { companyId, id, attempts }: Pick<ClaimedReport, 'companyId' | 'id' | 'attempts'>,
  problem: string,
  isFinal: boolean,
): Promise<void> {
  if (!isFinal && attempts < MOST_ATTEMPTS) return;
  await tx.query(
    `UPDATE reports SET status = 'failed', finished_at = now(), problem = $3::text
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'queued'`,
    [companyId, id, problem],
  );
}
