import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Approval, ApprovalKind, StoredStatus } from './approval.ts';

export type { ApprovalKind } from './approval.ts';

/** Company, requester, kind and purpose of an approval. */
interface Request {
  readonly companyId: number;
  readonly requestedBy: number;
  readonly kind: ApprovalKind;
  readonly purpose: string;
}

/** A call that an approval may permit. */
export interface Use extends Request {
  /** Accounts behind the call. Each of them must be behind the request as well. */
  readonly behind: readonly number[];
}

/** Approvals that have enough left, the one that ends first in front; void ones as well. */
export function findUsable(
  tx: Tx,
  use: Use,
  people: number,
): Promise<(Pick<Approval, 'id' | 'barred' | 'requestedAt'> & { readonly left: number })[]> {
  return tx.query(
    `SELECT id, barred, requested_at AS "requestedAt", people - used AS left FROM approvals
     WHERE company_id = $1::bigint AND requested_by = $2::bigint AND kind = $3::text AND purpose = $4::text
       AND barred @> $5::bigint[] AND status = 'approved' AND expires_at > now() AND people - used >= $6::bigint
     ORDER BY expires_at, id`,
    [use.companyId, use.requestedBy, use.kind, use.purpose, use.behind, people],
  );
}

/** @returns whether the approval was valid and had enough left */
export async function usePeople(tx: Tx, id: number, people: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE approvals SET used = used + $2::bigint
     WHERE id = $1::bigint AND status = 'approved' AND expires_at > now() AND people - used >= $2::bigint RETURNING id`,
    [id, people],
  );
  return rows.length > 0;
}

/** Returns unused people to an approval; under the system role. */
export async function returnToApproval(tx: Tx, id: number, people: number): Promise<void> {
  await tx.query('UPDATE approvals SET used = greatest(0, used - $2::bigint) WHERE id = $1::bigint', [
    id,
    people,
  ]);
}

interface ApprovalRow {
  id: number;
  company_id: number;
  kind: ApprovalKind;
  purpose: string;
  people: number;
  used: number;
  reason_key_version: number;
  reason: Buffer;
  status: StoredStatus;
  requested_by: number;
  client_id: string;
  barred: number[];
  requested_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
  expires_at: Date;
}

export interface StoredApproval extends Approval {
  readonly reason: SealedText;
}

/** @returns false when an equal request is already pending, also from a concurrent call */
export async function insertApproval(
  tx: Tx,
  one: Omit<StoredApproval, 'used' | 'status' | 'decided'>,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO approvals (id, company_id, kind, purpose, people, reason_key_version, reason, status, requested_by, client_id,
       barred, requested_at, expires_at)
     VALUES ($1::bigint, $2::bigint, $3::text, $4::text, $5::bigint, $6::integer, $7::bytea, 'pending', $8::bigint, $9::text,
       $10::bigint[], $11::timestamptz, $12::timestamptz)
     ON CONFLICT (company_id, requested_by, kind, purpose) WHERE status = 'pending' DO NOTHING RETURNING id`,
    [
      one.id,
      one.companyId,
      one.kind,
      one.purpose,
      one.people,
      one.reason.keyVersion,
      one.reason.sealed,
      one.requestedBy,
      one.clientId,
      one.barred,
      one.requestedAt,
      one.expiresAt,
    ],
  );
  return rows.length > 0;
}

/** The id of an approval to be stored: it is part of the AAD of its reason. */
export async function nextApprovalId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('approvals', 'id')) AS id`,
  );
  if (row === undefined) throw new Error('The sequence of approvals gave no id');
  return row.id;
}

/** Marks an equal request as lapsed that the job has not marked yet. @returns its id */
export async function expireSame(
  tx: Tx,
  { companyId, requestedBy, kind, purpose }: Request,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `UPDATE approvals SET status = 'expired'
     WHERE company_id = $1::bigint AND requested_by = $2::bigint AND kind = $3::text AND purpose = $4::text
       AND status = 'pending' AND expires_at <= now() RETURNING id`,
    [companyId, requestedBy, kind, purpose],
  );
  return row?.id;
}

/** Number of a user's requests in the last day, and the end of an equal pending one. */
export async function earlierRequests(
  tx: Tx,
  { companyId, requestedBy, kind, purpose }: Request,
): Promise<{ readonly today: number; readonly pendingUntil: Date | undefined }> {
  const [row] = await tx.query<{ today: number; until: Date | null }>(
    `SELECT count(*) FILTER (WHERE requested_at > now() - interval '1 day') AS today,
       max(expires_at) FILTER (WHERE status = 'pending' AND expires_at > now() AND kind = $3::text AND purpose = $4::text) AS until
     FROM approvals WHERE company_id = $1::bigint AND requested_by = $2::bigint`,
    [companyId, requestedBy, kind, purpose],
  );
  return { today: row?.today ?? 0, pendingUntil: row?.until ?? undefined };
}

/** One, held until the transaction ends. */
export async function holdApproval(tx: Tx, id: number): Promise<StoredApproval | undefined> {
  const [row] = await tx.query<ApprovalRow>('SELECT * FROM approvals WHERE id = $1::bigint FOR UPDATE', [id]);
  return row && approvalOf(row);
}

export interface ApprovalPage {
  /** Companies whose approvals are all listed, and companies where only the caller's own are. */
  readonly managed: readonly number[];
  readonly own: readonly number[];
  readonly userId: number;
  readonly status: string;
  readonly beforeId: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function readApprovals(tx: Tx, page: ApprovalPage): Promise<StoredApproval[]> {
  const rows = await tx.query<ApprovalRow>(LIST_APPROVALS, [
    page.managed,
    page.own,
    page.userId,
    page.status,
    page.beforeId ?? null,
    page.limit,
  ]);
  return rows.map(approvalOf);
}
const SHOWN_STATUS = `CASE WHEN a.status IN ('pending', 'approved') AND a.expires_at <= now() THEN 'expired'
  WHEN a.status = 'approved' AND a.used >= a.people THEN 'used' ELSE a.status END`;
export const LIST_APPROVALS = `SELECT p.* FROM unnest($1::bigint[] || $2::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
    SELECT a.* FROM approvals a
    WHERE a.company_id = c.company_id AND (a.company_id = ANY ($1::bigint[]) OR a.requested_by = $3::bigint)
      AND ($4::text = '' OR ${SHOWN_STATUS} = $4::text) AND ($5::bigint IS NULL OR a.id < $5::bigint)
    ORDER BY a.id DESC LIMIT $6::integer) p
  ORDER BY p.id DESC LIMIT $6::integer`;

/** Requests of these companies that wait and have not lapsed. */
export async function readPendingRequests(tx: Tx, companyIds: readonly number[]): Promise<StoredApproval[]> {
  const rows = await tx.query<ApprovalRow>(
    `SELECT * FROM approvals WHERE company_id = ANY ($1::bigint[]) AND status = 'pending' AND expires_at > now()`,
    [companyIds],
  );
  return rows.map(approvalOf);
}

export async function storeDecision(
  tx: Tx,
  id: number,
  decision: {
    readonly status: 'approved' | 'refused';
    readonly by: number;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx.query(
    `UPDATE approvals SET status = $2::text, decided_by = $3::bigint, decided_at = $4::timestamptz, expires_at = $5::timestamptz
     WHERE id = $1::bigint`,
    [id, decision.status, decision.by, decision.at, decision.expiresAt],
  );
}

/** Marks pending and approved ones whose time has passed; under the system role. */
export function expireApprovals(tx: Tx): Promise<{ id: number; companyId: number; purpose: string }[]> {
  return tx.query(
    `UPDATE approvals SET status = 'expired' WHERE status IN ('pending', 'approved') AND expires_at <= now() AND used < people
     RETURNING id, company_id AS "companyId", purpose`,
  );
}

function approvalOf(row: ApprovalRow): StoredApproval {
  return {
    id: row.id,
    companyId: row.company_id,
    kind: row.kind,
    purpose: row.purpose,
    people: row.people,
    used: row.used,
    reason: { keyVersion: row.reason_key_version, sealed: row.reason },
    status: row.status,
    requestedBy: row.requested_by,
    clientId: row.client_id,
    barred: row.barred,
    requestedAt: row.requested_at,
    decided:
      row.decided_by === null || row.decided_at === null
        ? undefined
        : { by: row.decided_by, at: row.decided_at },
    expiresAt: row.expires_at,
  };
}
