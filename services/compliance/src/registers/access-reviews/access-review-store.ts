import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { listQueries, listRows, type RegisterPage } from '../register.ts';
import type { AccessLine, AccessReview, NewLine, RevokeAct } from './access-review.ts';

const COLUMNS = `id, company_id AS "companyId", status, coalesce(started_by, reviewed_by) AS "startedBy",
  coalesce(started_at, reviewed_at) AS "startedAt", reviewed_by AS "reviewedBy", reviewed_at AS "reviewedAt", lines,
  decided, revoked, snapshot_sha256 AS "snapshotSha256", row_version AS "rowVersion"`;
export const LIST_ACCESS_REVIEWS = listQueries('access_reviews', COLUMNS);

const FACT_COLUMNS = `kind, user_id AS "userId", role, via, default_role AS "defaultRole", status,
  has_second_factor AS "hasSecondFactor", client_id AS "clientId", may_erase AS "mayErase",
  former_secret_until AS "formerSecretUntil", created_at AS "createdAt", last_used_at AS "lastUsedAt",
  is_dormant AS "isDormant"`;
const LINE_COLUMNS = `id, ${FACT_COLUMNS}, decision, reason, decided_by AS "decidedBy", decided_at AS "decidedAt", act,
  row_version AS "rowVersion"`;

/** The open review of the company, locked. */
export async function lockOpenReview(tx: Tx, companyId: number): Promise<AccessReview | undefined> {
  const rows = await tx.query<AccessReview>(
    `SELECT ${COLUMNS} FROM access_reviews WHERE company_id = $1::bigint AND status = 'open' FOR UPDATE`,
    [companyId],
  );
  return rows[0];
}

export async function insertReview(
  tx: Tx,
  companyId: number,
  { by, at, lines }: { readonly by: number; readonly at: Date; readonly lines: readonly NewLine[] },
): Promise<AccessReview> {
  const review = only(
    await tx.query<AccessReview>(
      `INSERT INTO access_reviews (company_id, status, started_by, started_at, reviewed_by, reviewed_at, lines)
       VALUES ($1::bigint, 'open', $2::bigint, $3::timestamptz, NULL, NULL, $4::integer) RETURNING ${COLUMNS}`,
      [companyId, by, at, lines.length],
    ),
  );
  await tx.query(
    `INSERT INTO access_review_lines (company_id, review_id, kind, user_id, role, via, default_role, status,
       has_second_factor, client_id, may_erase, former_secret_until, created_at, last_used_at, is_dormant)
     SELECT $1::bigint, $2::bigint, l.kind, l."userId", l.role, l.via, l."defaultRole", l.status, l."hasSecondFactor",
       l."clientId", l."mayErase", l."formerSecretUntil", l."createdAt", l."lastUsedAt", l."isDormant"
     FROM jsonb_to_recordset($3::jsonb) AS l(place integer, kind text, "userId" bigint, role text, via text,
       "defaultRole" text, status text, "hasSecondFactor" boolean, "clientId" text, "mayErase" boolean,
       "formerSecretUntil" timestamptz, "createdAt" timestamptz, "lastUsedAt" timestamptz, "isDormant" boolean)
     ORDER BY l.place`,
    [companyId, review.id, JSON.stringify(lines.map((line, place) => ({ ...line, place })))],
  );
  return review;
}

export async function discardReview(tx: Tx, { companyId, id }: AccessReview): Promise<void> {
  await tx.query(
    `UPDATE access_reviews SET status = 'discarded', row_version = row_version + 1
     WHERE company_id = $1::bigint AND id = $2::bigint`,
    [companyId, id],
  );
}

export async function findReview(tx: Tx, id: number): Promise<AccessReview | undefined> {
  const rows = await tx.query<AccessReview>(`SELECT ${COLUMNS} FROM access_reviews WHERE id = $1::bigint`, [
    id,
  ]);
  return rows[0];
}

/** The review, locked against other decisions until the end of the transaction. @throws AppError NOT_FOUND */
export async function lockReview(tx: Tx, id: number): Promise<AccessReview> {
  const [review] = await tx.query<AccessReview>(
    `SELECT ${COLUMNS} FROM access_reviews WHERE id = $1::bigint FOR UPDATE`,
    [id],
  );
  if (review === undefined) throw notFound();
  return review;
}

export function listAccessReviews(tx: Tx, page: RegisterPage): Promise<AccessReview[]> {
  return listRows<AccessReview>(tx, LIST_ACCESS_REVIEWS, page);
}

type Place = Pick<AccessReview, 'id' | 'companyId'>;

export interface LinePage {
  readonly onlyOpen: boolean;
  readonly afterId: number;
  readonly limit: number;
}

const PAGE = `FROM access_review_lines
  WHERE company_id = $1::bigint AND review_id = $2::bigint AND id > $3::bigint`;
export const LIST_LINES = {
  all: `SELECT ${LINE_COLUMNS} ${PAGE} ORDER BY id LIMIT $4::integer`,
  open: `SELECT ${LINE_COLUMNS} ${PAGE} AND decision IS NULL ORDER BY id LIMIT $4::integer`,
};

export function listLines(tx: Tx, { companyId, id }: Place, page: LinePage): Promise<AccessLine[]> {
  const text = page.onlyOpen ? LIST_LINES.open : LIST_LINES.all;
  return tx.query<AccessLine>(text, [companyId, id, page.afterId, page.limit]);
}

/** @throws AppError NOT_FOUND */
export async function findLine(tx: Tx, { companyId, id }: Place, lineId: number): Promise<AccessLine> {
  const [line] = await tx.query<AccessLine>(
    `SELECT ${LINE_COLUMNS} FROM access_review_lines
     WHERE company_id = $1::bigint AND review_id = $2::bigint AND id = $3::bigint`,
    [companyId, id, lineId],
  );
  if (line === undefined) throw notFound();
  return line;
}

/** Users with open lines. */
export async function openUsers(tx: Tx, { companyId, id }: Place): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>(
    `SELECT DISTINCT user_id AS "userId" FROM access_review_lines
     WHERE company_id = $1::bigint AND review_id = $2::bigint AND decision IS NULL`,
    [companyId, id],
  );
  return rows.map(({ userId }) => userId);
}

export interface LineDecision {
  readonly decision: 'keep' | 'revoke';
  readonly reason: string | null;
  readonly by: number;
  readonly at: Date;
  readonly act: RevokeAct | null;
}

/** Undefined when the line is no longer the one that was seen. */
export async function storeDecision(
  tx: Tx,
  { companyId, id }: Place,
  line: Pick<AccessLine, 'id' | 'rowVersion'>,
  made: LineDecision,
): Promise<AccessLine | undefined> {
  const rows = await tx.query<AccessLine>(
    `UPDATE access_review_lines SET decision = $5::text, reason = $6::text, decided_by = $7::bigint,
       decided_at = $8::timestamptz, act = $9::text, row_version = row_version + 1
     WHERE company_id = $1::bigint AND review_id = $2::bigint AND id = $3::bigint AND row_version = $4::bigint
     RETURNING ${LINE_COLUMNS}`,
    [companyId, id, line.id, line.rowVersion, made.decision, made.reason, made.by, made.at, made.act],
  );
  return rows[0];
}

/**
 * Enters what revoking an account did to its API client: identity ends it with the account, and without a role it has
 * no access to the company. @returns the lines that it changes
 */
export async function revokeCredentialOf(
  tx: Tx,
  { companyId, id }: Place,
  userId: number,
  { reason, by, at, act }: Pick<LineDecision, 'reason' | 'by' | 'at' | 'act'>,
): Promise<Pick<AccessReview, 'decided' | 'revoked'>> {
  const actOfClient = act === 'account_deactivated' ? 'credential_revoked' : act;
  return only(
    await tx.query<Pick<AccessReview, 'decided' | 'revoked'>>(
      `WITH former AS (
         SELECT id, decision FROM access_review_lines WHERE company_id = $1::bigint AND review_id = $2::bigint
           AND user_id = $3::bigint AND kind = 'credential' AND decision IS DISTINCT FROM 'revoke'
       ), changed AS (
         UPDATE access_review_lines SET decision = 'revoke', reason = $4::text, decided_by = $5::bigint,
           decided_at = $6::timestamptz, act = $7::text, row_version = row_version + 1
         WHERE company_id = $1::bigint AND review_id = $2::bigint AND id IN (SELECT id FROM former)
       ) SELECT (count(*) FILTER (WHERE decision IS NULL))::integer AS decided, count(*)::integer AS revoked FROM former`,
      [companyId, id, userId, reason, by, at, actOfClient],
    ),
  );
}

/** Keeps the open lines of other users than these. @returns how many */
export async function keepOpen(
  tx: Tx,
  { companyId, id }: Place,
  barred: readonly number[],
  { by, at }: Pick<LineDecision, 'by' | 'at'>,
): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `WITH kept AS (
       UPDATE access_review_lines SET decision = 'keep', decided_by = $4::bigint, decided_at = $5::timestamptz,
         row_version = row_version + 1
       WHERE company_id = $1::bigint AND review_id = $2::bigint AND decision IS NULL AND user_id <> ALL ($3::bigint[])
       RETURNING id
     ) SELECT count(*) AS count FROM kept`,
    [companyId, id, barred, by, at],
  );
  return only(rows).count;
}

/** Adds decisions to the counts of a review that is locked. */
export async function addDecisions(
  tx: Tx,
  { companyId, id }: Place,
  { decided, revoked }: Pick<AccessReview, 'decided' | 'revoked'>,
): Promise<void> {
  await tx.query(
    `UPDATE access_reviews SET decided = decided + $3::integer, revoked = revoked + $4::integer,
       row_version = row_version + 1 WHERE company_id = $1::bigint AND id = $2::bigint`,
    [companyId, id, decided, revoked],
  );
}

/** Evidence of a finished review. */
export interface Evidence {
  readonly snapshot: Buffer;
  readonly sha256: string;
  /** C2SP signed note. */
  readonly note: string;
  readonly keyId: string;
  /** Raw Ed25519 key. */
  readonly publicKey: Buffer;
}

export async function storeFinished(
  tx: Tx,
  { companyId, id }: Place,
  finished: { readonly by: number; readonly at: Date },
  evidence: Evidence,
): Promise<AccessReview> {
  const { snapshot, sha256, note, keyId, publicKey } = evidence;
  return only(
    await tx.query<AccessReview>(
      `UPDATE access_reviews SET status = 'finished', reviewed_by = $3::bigint, reviewed_at = $4::timestamptz,
         snapshot = $5::bytea, snapshot_sha256 = $6::text, note = $7::text, key_id = $8::uuid, public_key = $9::bytea,
         row_version = row_version + 1
       WHERE company_id = $1::bigint AND id = $2::bigint RETURNING ${COLUMNS}`,
      [companyId, id, finished.by, finished.at, snapshot, sha256, note, keyId, publicKey],
    ),
  );
}

export interface EvidencePart {
  readonly content: Buffer;
  readonly size: number;
  readonly note: string;
  readonly keyId: string;
  readonly publicKey: Buffer;
}

/** A part of the evidence; undefined where there is none. */
export async function readEvidence(
  tx: Tx,
  { companyId, id }: Place,
  offset: number,
  bytes: number,
): Promise<EvidencePart | undefined> {
  const rows = await tx.query<EvidencePart>(
    `SELECT substring(snapshot FROM $3::integer + 1 FOR $4::integer) AS content, octet_length(snapshot) AS size, note,
       key_id AS "keyId", public_key AS "publicKey"
     FROM access_reviews WHERE company_id = $1::bigint AND id = $2::bigint AND snapshot IS NOT NULL`,
    [companyId, id, offset, bytes],
  );
  return rows[0];
}
