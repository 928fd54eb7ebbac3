import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import type { Company, CompanyChange, CompanyStatus, NewCompany } from './company.ts';

const COLUMNS = `id, name, code, tier, status, branding_config AS "brandingConfig",
  compliance_requirements AS "complianceRequirements", created_at AS "createdAt", updated_at AS "updatedAt",
  row_version AS "rowVersion", time_zone AS "timeZone", profile, reactivation_requested_at AS "reactivationRequestedAt",
  reactivation_requested_by AS "reactivationRequestedBy", reactivation_reason AS "reactivationReason"`;

export async function insertCompany(tx: Tx, company: NewCompany): Promise<Company> {
  const rows = await tx.query<Company>(
    `INSERT INTO companies (name, code, tier, status, time_zone)
     VALUES ($1::text, $2::text, $3::text, $4::text, $5::text)
     RETURNING ${COLUMNS}`,
    [company.name, company.code, company.tier, company.status, company.timeZone],
  );
  return only(rows);
}

/** Names of this program may be missing in PostgreSQL, which counts the days. */
export async function knowsZone(tx: Tx, timeZone: string): Promise<boolean> {
  return (await tx.query('SELECT FROM pg_timezone_names WHERE name = $1::text', [timeZone])).length > 0;
}

/** All companies of the transaction's scope, by id. */
export function listCompanies(tx: Tx): Promise<Company[]> {
  return tx.query<Company>(LIST_COMPANIES);
}
export const LIST_COMPANIES = `SELECT ${COLUMNS} FROM companies WHERE deleted_at IS NULL ORDER BY id`;

export function findCompanies(tx: Tx, ids: readonly number[]): Promise<Company[]> {
  return tx.query<Company>(
    `SELECT ${COLUMNS} FROM companies WHERE id = ANY ($1::bigint[]) AND deleted_at IS NULL ORDER BY id`,
    [ids],
  );
}

/** The company, locked against other changes until the end of the transaction. */
export async function lockCompany(tx: Tx, id: number): Promise<Company | undefined> {
  const rows = await tx.query<Company>(
    `SELECT ${COLUMNS} FROM companies WHERE id = $1::bigint AND deleted_at IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function updateCompany(tx: Tx, id: number, change: CompanyChange): Promise<Company> {
  const rows = await tx.query<Company>(
    `UPDATE companies SET name = coalesce($2::text, name), code = coalesce($3::text, code),
       tier = coalesce($4::text, tier), branding_config = coalesce($5::jsonb, branding_config),
       compliance_requirements = coalesce($6::jsonb, compliance_requirements),
       time_zone = coalesce($7::text, time_zone), profile = coalesce($8::jsonb, profile), updated_at = now(), row_version = row_version + 1
     WHERE id = $1::bigint RETURNING ${COLUMNS}`,
    [
      id,
      change.name,
      change.code,
      change.tier,
      change.brandingConfig,
      change.complianceRequirements,
      change.timeZone,
      change.profile && JSON.stringify(change.profile),
    ],
  );
  return only(rows);
}

/** Another status closes an open request to end the suspension. */
export async function updateStatus(tx: Tx, id: number, status: CompanyStatus): Promise<Company> {
  const rows = await tx.query<Company>(
    `UPDATE companies SET status = $2::text, reactivation_requested_by = NULL, reactivation_reason = NULL,
       updated_at = now(), row_version = row_version + 1
     WHERE id = $1::bigint RETURNING ${COLUMNS}`,
    [id, status],
  );
  return only(rows);
}

export interface NewReactivation {
  readonly companyId: number;
  readonly by: number;
  readonly reason: string;
  readonly at: Date;
}

/** The row version stays, so that a change that is being made of the company is not stale. */
export async function openReactivation(tx: Tx, request: NewReactivation): Promise<Company> {
  const rows = await tx.query<Company>(
    `UPDATE companies SET reactivation_requested_at = $2::timestamptz, reactivation_requested_by = $3::bigint,
       reactivation_reason = $4::text
     WHERE id = $1::bigint RETURNING ${COLUMNS}`,
    [request.companyId, request.at, request.by, request.reason],
  );
  return only(rows);
}

/** Its time stays: a company has one request a day. */
export async function closeReactivation(tx: Tx, id: number): Promise<Company> {
  const rows = await tx.query<Company>(
    `UPDATE companies SET reactivation_requested_by = NULL, reactivation_reason = NULL
     WHERE id = $1::bigint RETURNING ${COLUMNS}`,
    [id],
  );
  return only(rows);
}

/** Marks it as deleted: the row stays, hidden from requests; its webhooks and its profile are deleted. */
export async function markDeleted(tx: Tx, id: number): Promise<Company> {
  await tx.query(`DELETE FROM webhooks WHERE company_id = $1::bigint`, [id]);
  const rows = await tx.query<Company>(
    `UPDATE companies SET deleted_at = now(), status = 'inactive', reactivation_requested_by = NULL,
       reactivation_reason = NULL, profile = '{}', updated_at = now(), row_version = row_version + 1
     WHERE id = $1::bigint RETURNING ${COLUMNS}`,
    [id],
  );
  return only(rows);
}

export interface CompanyState {
  readonly id: number;
  readonly status: string;
  readonly rowVersion: number;
  readonly timeZone: string;
}

/** Status and time zone of the given companies, or of every company of the scope. */
export function companyStates(tx: Tx, ids: readonly number[] | 'all'): Promise<CompanyState[]> {
  const columns = `id, status, row_version AS "rowVersion", time_zone AS "timeZone"`;
  if (ids === 'all')
    return tx.query<CompanyState>(`SELECT ${columns} FROM companies WHERE deleted_at IS NULL ORDER BY id`);
  return tx.query<CompanyState>(
    `SELECT ${columns} FROM companies WHERE id = ANY ($1::bigint[]) AND deleted_at IS NULL ORDER BY id`,
    [ids],
  );
}

/** Open requests to end a suspension in the transaction's scope, and the company of the oldest one. */
export async function countReactivationRequests(
  tx: Tx,
): Promise<{ count: number; companyId: number | null }> {
  return only(
    await tx.query<{ count: number; companyId: number | null }>(
      `SELECT count(*) AS count, (array_agg(id ORDER BY reactivation_requested_at))[1] AS "companyId" FROM companies
       WHERE reactivation_reason IS NOT NULL AND deleted_at IS NULL`,
    ),
  );
}
