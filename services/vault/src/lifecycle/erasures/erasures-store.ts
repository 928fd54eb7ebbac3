import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import type { Destroyed } from '../../people/individuals/erased-people-store.ts';
import type { Certificate, Erasure } from './erasure.ts';

interface ErasureRow {
  company_id: number;
  individual_id: number;
  requested_at: Date;
  shred_at: Date;
  reason_key_version: number;
  reason: Buffer;
  shredded_at: Date | null;
  destroyed: Destroyed | null;
  certificate: string | null;
  certificate_key_id: string | null;
  certificate_public_key: Buffer | null;
  verified_same: number[] | null;
}

export interface StoredErasure extends Erasure {
  readonly reason: SealedText;
}

const COLUMNS = `company_id, individual_id, requested_at, shred_at, reason_key_version, reason, shredded_at, destroyed,
  certificate, certificate_key_id, certificate_public_key, verified_same`;

export async function insertErasure(tx: Tx, one: StoredErasure): Promise<void> {
  await tx.query(
    `INSERT INTO erasures (company_id, individual_id, requested_at, shred_at, reason_key_version, reason, verified_same)
     VALUES ($1, $2, $3, $4, $5, $6, $7::bigint[])`,
    [
      one.companyId,
      one.individualId,
      one.requestedAt,
      one.shredAt,
      one.reason.keyVersion,
      one.reason.sealed,
      one.verifiedSame,
    ],
  );
}

/** Erasures of one id in the companies, ascending. */
export async function readErasures(
  tx: Tx,
  companies: readonly number[],
  individualId: number,
): Promise<StoredErasure[]> {
  return (await tx.query<ErasureRow>(LIST_ERASURES, [companies, individualId])).map(erasureOf);
}
export const LIST_ERASURES = `SELECT ${COLUMNS} FROM erasures
  WHERE company_id = ANY ($1::bigint[]) AND individual_id = $2::bigint ORDER BY company_id`;

/** Cursor of a page of erasures. */
export interface ErasurePosition {
  readonly requestedAt: Date;
  readonly companyId: number;
  readonly individualId: number;
}

/** Erasures of the companies after the cursor, newest request first. */
export async function listErasures(
  tx: Tx,
  page: {
    readonly companies: readonly number[];
    readonly after: ErasurePosition | undefined;
    readonly limit: number;
  },
): Promise<StoredErasure[]> {
  const { companies, after, limit } = page;
  const ids = [after?.companyId, after?.individualId].map((id) => id ?? Number.MAX_SAFE_INTEGER);
  const from = [after?.requestedAt ?? 'infinity', ...ids, limit];
  const [only, another] = companies;
  const isOne = only !== undefined && another === undefined;
  const rows = isOne
    ? await tx.query<ErasureRow>(LIST_REQUESTED.one, [...from, only])
    : await tx.query<ErasureRow>(LIST_REQUESTED.several, [...from, companies]);
  return rows.map(erasureOf);
}

const pageOf = (company: string) => `SELECT ${COLUMNS} FROM erasures
  WHERE company_id = ${company} AND requested_at <= $1::timestamptz
    AND (requested_at, company_id, individual_id) < ($1::timestamptz, $2::bigint, $3::bigint)
  ORDER BY requested_at DESC, individual_id DESC LIMIT $4::integer`;
/** Reads at most a page of each company and returns the newest of these. */
export const LIST_REQUESTED = {
  one: pageOf('$5::bigint'),
  several: `SELECT e.* FROM unnest($5::bigint[]) AS c(id) CROSS JOIN LATERAL (${pageOf('c.id')}) AS e
    ORDER BY requested_at DESC, company_id DESC, individual_id DESC LIMIT $4::integer`,
};

/** One erasure, locked until the transaction ends. */
export async function holdErasure(
  tx: Tx,
  companyId: number,
  individualId: number,
): Promise<Erasure | undefined> {
  const [row] = await tx.query<ErasureRow>(
    `SELECT ${COLUMNS} FROM erasures WHERE company_id = $1 AND individual_id = $2 FOR UPDATE`,
    [companyId, individualId],
  );
  return row && erasureOf(row);
}

export interface DueErasure {
  readonly companyId: number;
  readonly individualId: number;
  readonly shredAt: Date;
}

/** Unfinished erasures of the companies, oldest first, after the cursor; under the system role. */
export function findDueErasures(
  tx: Tx,
  due: {
    readonly companies: readonly number[];
    readonly at: Date;
    readonly after: DueErasure | undefined;
    readonly limit: number;
  },
): Promise<DueErasure[]> {
  return tx.query<DueErasure>(
    `SELECT company_id AS "companyId", individual_id AS "individualId", shred_at AS "shredAt" FROM erasures
     WHERE certificate IS NULL AND shred_at <= $2::timestamptz AND company_id = ANY ($1::bigint[])
       AND ($3::timestamptz IS NULL
         OR (shred_at, company_id, individual_id) > ($3::timestamptz, $4::bigint, $5::bigint))
     ORDER BY shred_at, company_id, individual_id LIMIT $6::integer`,
    [due.companies, due.at, due.after?.shredAt, due.after?.companyId, due.after?.individualId, due.limit],
  );
}

/** What the next destructions are: see `countDueErasures`. */
export interface DueErasures {
  readonly count: number;
  /** Those of count whose time is over. */
  readonly overdue: number;
  /** Of the first one. */
  readonly companyId: number | null;
  readonly dueAt: Date | null;
}

/** Erasures of the companies that are destroyed before `until` and are not yet. */
export async function countDueErasures(
  tx: Tx,
  companies: readonly number[],
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DueErasures> {
  return only(await tx.query<DueErasures>(COUNT_DUE, [companies, now, until]));
}
export const COUNT_DUE = `SELECT count(*) AS count, count(*) FILTER (WHERE shred_at < $2::timestamptz) AS overdue,
    (array_agg(company_id ORDER BY shred_at, company_id))[1] AS "companyId", min(shred_at) AS "dueAt"
  FROM erasures WHERE company_id = ANY ($1::bigint[]) AND certificate IS NULL AND shredded_at IS NULL
    AND shred_at < $3::timestamptz`;

export async function markShredded(tx: Tx, one: Erasure, at: Date, destroyed: Destroyed): Promise<void> {
  await tx.query(
    'UPDATE erasures SET shredded_at = $3, destroyed = $4 WHERE company_id = $1 AND individual_id = $2',
    [one.companyId, one.individualId, at, JSON.stringify(destroyed)],
  );
}

export async function storeCertificate(tx: Tx, one: Erasure, certificate: Certificate): Promise<void> {
  await tx.query(
    `UPDATE erasures SET certificate = $3, certificate_key_id = $4, certificate_public_key = $5
     WHERE company_id = $1 AND individual_id = $2`,
    [one.companyId, one.individualId, certificate.note, certificate.keyId, certificate.publicKey],
  );
}

function erasureOf(row: ErasureRow): StoredErasure {
  const { certificate: note, certificate_key_id: keyId, certificate_public_key: publicKey } = row;
  return {
    companyId: row.company_id,
    individualId: row.individual_id,
    requestedAt: row.requested_at,
    shredAt: row.shred_at,
    reason: { keyVersion: row.reason_key_version, sealed: row.reason },
    ...(row.shredded_at === null || row.destroyed === null
      ? {}
      : { shredded: { at: row.shredded_at, destroyed: row.destroyed } }),
    ...(note === null || keyId === null || publicKey === null
      ? {}
      : { certificate: { note, keyId, publicKey } }),
    ...(row.verified_same === null ? {} : { verifiedSame: row.verified_same }),
  };
}
