import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { listQueries, listRows, type RegisterPage } from '../register.ts';

export interface AccessReview {
  readonly id: number;
  readonly companyId: number;
  readonly reviewedBy: number;
  readonly reviewedAt: Date;
}

const COLUMNS = `id, company_id AS "companyId", reviewed_by AS "reviewedBy", reviewed_at AS "reviewedAt"`;
export const LIST_ACCESS_REVIEWS = listQueries('access_reviews', COLUMNS);

export async function insertAccessReview(
  tx: Tx,
  companyId: number,
  reviewedBy: number,
): Promise<AccessReview> {
  return only(
    await tx.query<AccessReview>(
      `INSERT INTO access_reviews (company_id, reviewed_by) VALUES ($1::bigint, $2::bigint) RETURNING ${COLUMNS}`,
      [companyId, reviewedBy],
    ),
  );
}

export async function findAccessReview(tx: Tx, id: number): Promise<AccessReview | undefined> {
  const rows = await tx.query<AccessReview>(`SELECT ${COLUMNS} FROM access_reviews WHERE id = $1::bigint`, [
    id,
  ]);
  return rows[0];
}

export function listAccessReviews(tx: Tx, page: RegisterPage): Promise<AccessReview[]> {
  return listRows<AccessReview>(tx, LIST_ACCESS_REVIEWS, page);
}
