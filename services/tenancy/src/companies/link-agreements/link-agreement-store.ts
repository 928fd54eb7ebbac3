import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import type { LinkAgreement, NewLinkAgreement } from './link-agreement.ts';

const COLUMNS = `id, company_id AS "companyId", other_company_id AS "otherCompanyId", purpose,
  include_aadhaar AS "includeAadhaar", disclosure_minutes AS "disclosureMinutes",
  includes_health_data AS "includesHealthData", concerns_health AS "concernsHealth", starts_at AS "startsAt", ends_at AS "endsAt",
  accepted_at AS "acceptedAt", ended_at AS "endedAt", created_at AS "createdAt"`;

export interface AgreementInsert extends NewLinkAgreement {
  readonly requestedBy: number;
  /** The user who accepts at once for the other side; undefined leaves it pending. */
  readonly acceptedBy: number | undefined;
}

export async function insertAgreement(tx: Tx, agreement: AgreementInsert): Promise<LinkAgreement> {
  const rows = await tx.query<LinkAgreement>(
    `INSERT INTO link_agreements (company_id, other_company_id, purpose, include_aadhaar, starts_at, ends_at,
       requested_by, accepted_by, accepted_at, disclosure_minutes, includes_health_data)
     VALUES ($1::bigint, $2::bigint, $3::text, $4::boolean, coalesce($5::timestamptz, now()), $6::timestamptz,
       $7::bigint, $8::bigint, CASE WHEN $8::bigint IS NULL THEN NULL ELSE now() END, $9::integer, $10::boolean)
     RETURNING ${COLUMNS}`,
    [
      agreement.companyId,
      agreement.otherCompanyId,
      agreement.purpose,
      agreement.includeAadhaar,
      agreement.startsAt,
      agreement.endsAt,
      agreement.requestedBy,
      agreement.acceptedBy,
      agreement.disclosureMinutes,
      agreement.includesHealthData,
    ],
  );
  return only(rows);
}

/** The agreement, locked until the end of the transaction, if one of its sides is in scope. */
export async function lockAgreement(tx: Tx, id: number): Promise<LinkAgreement | undefined> {
  const rows = await tx.query<LinkAgreement>(
    `SELECT ${COLUMNS} FROM link_agreements WHERE id = $1::bigint FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/**
 * Agreements that the other side asked these companies for and that are neither accepted nor ended, and the asked
 * company of the oldest one.
 */
export async function countAsked(
  tx: Tx,
  companyIds: readonly number[] | 'all',
): Promise<{ count: number; companyId: number | null }> {
  return only(
    await tx.query<{ count: number; companyId: number | null }>(
      `SELECT count(*) AS count, (array_agg(other_company_id ORDER BY id))[1] AS "companyId" FROM link_agreements
       WHERE accepted_at IS NULL AND ended_at IS NULL AND (ends_at IS NULL OR ends_at > now())
         AND ($1::bigint[] IS NULL OR other_company_id = ANY ($1::bigint[]))`,
      [companyIds === 'all' ? null : companyIds],
    ),
  );
}

export async function acceptAgreement(tx: Tx, id: number, userId: number): Promise<LinkAgreement> {
  const rows = await tx.query<LinkAgreement>(
    `UPDATE link_agreements SET accepted_at = now(), accepted_by = $2::bigint WHERE id = $1::bigint
     RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return only(rows);
}

export async function endAgreement(tx: Tx, id: number, userId: number | null): Promise<LinkAgreement> {
  const rows = await tx.query<LinkAgreement>(
    `UPDATE link_agreements SET ended_at = now(), ended_by = $2::bigint WHERE id = $1::bigint
     RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return only(rows);
}

/** Ends the agreements whose end has passed, and returns them. */
export function endLapsed(tx: Tx): Promise<LinkAgreement[]> {
  return tx.query<LinkAgreement>(
    `UPDATE link_agreements SET ended_at = ends_at WHERE ended_at IS NULL AND ends_at <= now()
     RETURNING ${COLUMNS}`,
  );
}

/** Updates whether a side of each agreement has the healthcare tier. @param tier name of that tier */
export async function noteHealth(tx: Tx, tier: string): Promise<void> {
  await tx.query(
    `UPDATE link_agreements a SET concerns_health = NOT a.concerns_health
     WHERE a.ended_at IS NULL AND a.concerns_health IS DISTINCT FROM EXISTS (SELECT FROM companies c
       WHERE c.id IN (a.company_id, a.other_company_id) AND c.tier = $1::text)`,
    [tier],
  );
}

interface AgreementsPage {
  readonly companyId?: number | undefined;
  /** 0: from the first. */
  readonly afterId: number;
  readonly limit: number;
}

/**
 * By id; the transaction's scope decides which agreements there are. With a company only those that have it as a side.
 */
export function listAgreements(tx: Tx, page: AgreementsPage): Promise<LinkAgreement[]> {
  const { companyId, afterId, limit } = page;
  if (companyId === undefined) return tx.query<LinkAgreement>(LIST_AGREEMENTS, [afterId, limit]);
  return tx.query<LinkAgreement>(LIST_COMPANY_AGREEMENTS, [afterId, limit, companyId]);
}

export const LIST_AGREEMENTS = `SELECT ${COLUMNS} FROM link_agreements
  WHERE id > $1::bigint ORDER BY id LIMIT $2::integer`;

// One index per side, merged: an OR over both would be collected and sorted.
export const LIST_COMPANY_AGREEMENTS = `
  (SELECT ${COLUMNS} FROM link_agreements WHERE company_id = $3::bigint AND id > $1::bigint
   ORDER BY id LIMIT $2::integer)
  UNION ALL
  (SELECT ${COLUMNS} FROM link_agreements WHERE other_company_id = $3::bigint AND id > $1::bigint
   ORDER BY id LIMIT $2::integer)
  ORDER BY id LIMIT $2::integer`;

export interface AgreementFilter {
  /** Agreements with one of these on a side; 'all' of the scope. */
  readonly companyIds: readonly number[] | 'all';
  /** Only these agreements; empty: any. */
  readonly agreementIds: readonly number[];
}

/** Agreements for other services, by id: few enough for one response. */
export function findAgreements(tx: Tx, filter: AgreementFilter): Promise<LinkAgreement[]> {
  const companyIds = filter.companyIds === 'all' ? null : filter.companyIds;
  const agreementIds = filter.agreementIds.length === 0 ? null : filter.agreementIds;
  return tx.query<LinkAgreement>(
    `SELECT ${COLUMNS} FROM link_agreements
     WHERE ($1::bigint[] IS NULL OR company_id = ANY ($1::bigint[]) OR other_company_id = ANY ($1::bigint[]))
       AND ($2::bigint[] IS NULL OR id = ANY ($2::bigint[]))
     ORDER BY id`,
    [companyIds, agreementIds],
  );
}
