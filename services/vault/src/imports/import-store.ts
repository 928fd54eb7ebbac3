import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Authoriser, ImportStatus, ImportSummary } from './import.ts';
import type { ImportName } from './import-key.ts';
import type { FilePosition } from './record-framer.ts';
import type { SealedFile } from './stored-file.ts';

interface ImportRow {
  id: number;
  company_id: number;
  status: ImportStatus;
  status_reason: string;
  bytes_total: number;
  bytes_read: number;
  processed: number;
  accepted: number;
  rejected: number;
  known_people: number;
  busy_ms: number;
  created_at: Date;
  finished_at: Date | null;
  next_try_at: Date | null;
  failed_line: number | null;
  file_name: Buffer;
  file_name_key_version: number;
}

const COLUMNS = `id, company_id, status, status_reason, bytes_total, bytes_read, processed, accepted, rejected, known_people,
  busy_ms, created_at, finished_at, CASE WHEN status = 'paused' AND isfinite(next_try_at) THEN next_try_at END AS next_try_at,
  CASE WHEN status = 'failed' THEN next_line END AS failed_line, file_name, file_name_key_version`;

const toSummary = (row: ImportRow): ImportSummary => ({
  id: row.id,
  companyId: row.company_id,
  status: row.status,
  statusReason: row.status_reason,
  bytesTotal: row.bytes_total,
  bytesRead: row.bytes_read,
  processed: row.processed,
  accepted: row.accepted,
  rejected: row.rejected,
  knownPeople: row.known_people,
  busyMs: row.busy_ms,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  nextTryAt: row.next_try_at,
  failedLine: row.failed_line,
  fileName: { keyVersion: row.file_name_key_version, sealed: row.file_name },
});

/** The import, if the transaction's scope holds it. */
export async function findImport(tx: Tx, id: number): Promise<ImportSummary | undefined> {
  const rows = await tx.query<ImportRow>(
    `SELECT ${COLUMNS} FROM imports WHERE id = $1::bigint AND status <> 'uploading'`,
    [id],
  );
  return rows[0] && toSummary(rows[0]);
}

/** $1 below this id, $2 limit. Index-ordered by (id). */
export const LIST_IMPORTS = `SELECT ${COLUMNS} FROM imports WHERE id < $1::bigint AND status <> 'uploading'
  ORDER BY id DESC LIMIT $2::integer`;

/** $3 company. Index-ordered by (company_id, id). */
export const LIST_COMPANY_IMPORTS = `SELECT ${COLUMNS} FROM imports WHERE company_id = $3::bigint AND id < $1::bigint
  AND status <> 'uploading' ORDER BY company_id DESC, id DESC LIMIT $2::integer`;

/** Newest first, below `beforeId` (0 = from the start). */
export async function listImportRows(
  tx: Tx,
  page: { readonly companyId: number | undefined; readonly beforeId: number; readonly limit: number },
): Promise<ImportSummary[]> {
  const values = [page.beforeId === 0 ? Number.MAX_SAFE_INTEGER : page.beforeId, page.limit];
  const rows =
    page.companyId === undefined
      ? await tx.query<ImportRow>(LIST_IMPORTS, values)
      : await tx.query<ImportRow>(LIST_COMPANY_IMPORTS, [...values, page.companyId]);
  return rows.map(toSummary);
}

/** Imports of the transaction's scope that wait for their columns. */
export async function countHeld(tx: Tx): Promise<{
  readonly count: number;
  readonly oldest: Pick<ImportSummary, 'id' | 'companyId' | 'createdAt'> | undefined;
}> {
  const [oldest] = await tx.query<{ held: number; id: number; companyId: number; createdAt: Date }>(
    `SELECT id, company_id AS "companyId", created_at AS "createdAt", count(*) OVER () AS held
     FROM imports WHERE status = 'needs_mapping' ORDER BY id LIMIT 1`,
  );
  return { count: oldest?.held ?? 0, oldest };
}

/** The import with one of these fingerprints that neither failed nor was cancelled. */
export async function findByFingerprint(
  tx: Tx,
  companyId: number,
  fingerprints: readonly Buffer[],
): Promise<ImportSummary | undefined> {
  const rows = await tx.query<ImportRow>(
    `SELECT ${COLUMNS} FROM imports WHERE company_id = $1::bigint AND fingerprint = ANY ($2::bytea[])
       AND status IN ('queued', 'needs_mapping', 'running', 'paused', 'done') ORDER BY id LIMIT 1`,
    [companyId, fingerprints],
  );
  return rows[0] && toSummary(rows[0]);
}

/** Resumes a paused import at once, with the caller's permission. */
export async function requeueImport(tx: Tx, companyId: number, id: number, who: Authoriser): Promise<void> {
  await tx.query(
    `UPDATE imports SET status = 'queued', status_reason = '', served_at = '-infinity',
       next_try_at = '-infinity', tries = 0, lost_turns = 0,
       lease_expires_at = CASE WHEN lease_holder IS NULL THEN '-infinity' ELSE lease_expires_at END, authorised_by = $3::bigint, authorised_client = $4::text, request_id = $5::text
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'paused'`,
    [companyId, id, who.userId, who.clientId ?? null, who.requestId],
  );
}

/** The columns of an import that are needed to decrypt its file; undefined when it has ended. */
export async function findSealedFile(tx: Tx, name: ImportName): Promise<SealedFile | undefined> {
  const [row] = await tx.query<{
    wrapped_key: Buffer;
    field_key_version: number;
    plan: Buffer;
    chunk_count: number;
  }>(
    `SELECT wrapped_key, field_key_version, plan, chunk_count FROM imports
     WHERE company_id = $1::bigint AND id = $2::bigint AND wrapped_key IS NOT NULL AND plan IS NOT NULL`,
    [name.companyId, name.importId],
  );
  return (
    row && {
      companyId: name.companyId,
      importId: name.importId,
      wrappedKey: row.wrapped_key,
      fieldKeyVersion: row.field_key_version,
      plan: row.plan,
      chunkCount: row.chunk_count,
    }
  );
}

export interface ImportAnswer {
  /** Encrypted, including the answer. */
  readonly plan: Buffer;
  /** The plan for which the answer was made. */
  readonly former: Buffer;
  readonly isSurveyed: boolean;
  /** HMAC of the answer. */
  readonly answer: Buffer;
  readonly who: Authoriser;
}

/** Resumes a held import with the caller's permission; false when it is not held, or was answered meanwhile. */
export async function answerImport(tx: Tx, name: ImportName, answer: ImportAnswer): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET status = 'queued', status_reason = '', plan = $3::bytea, is_surveyed = $4::boolean,
       answer = $5::bytea, served_at = '-infinity', tries = 0, lost_turns = 0,
       authorised_by = $6::bigint, authorised_client = $7::text, request_id = $8::text
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'needs_mapping' AND plan = $9::bytea
     RETURNING id`,
    [
      name.companyId,
      name.importId,
      answer.plan,
      answer.isSurveyed,
      answer.answer,
      answer.who.userId,
      answer.who.clientId ?? null,
      answer.who.requestId,
      answer.former,
    ],
  );
  return rows.length > 0;
}

/** HMAC of the import's last answer. */
export async function findAnswer(tx: Tx, name: ImportName): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ answer: Buffer | null }>(
    'SELECT answer FROM imports WHERE company_id = $1::bigint AND id = $2::bigint',
    [name.companyId, name.importId],
  );
  return row?.answer ?? undefined;
}

export interface ImportEnd {
  readonly companyId: number;
  readonly id: number;
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly reason: string;
  /** The first row that could not be read; absent: the one behind the last row that was processed. */
  readonly from?: FilePosition;
}

/** Ends an import and destroys its chunks and key. False when it had already ended. */
export async function endImport(tx: Tx, end: ImportEnd): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE imports SET status = $3::text, status_reason = $4::text, finished_at = now(),
       bytes_read = CASE WHEN $3::text = 'done' THEN bytes_total ELSE coalesce($5::bigint, bytes_read) END,
       next_line = coalesce($6::bigint, next_line), wrapped_key = NULL,
       field_key_version = NULL, plan = NULL, lease_holder = NULL, lease_expires_at = '-infinity'
     WHERE company_id = $1::bigint AND id = $2::bigint AND status IN ('uploading', 'queued', 'needs_mapping', 'running', 'paused')
     RETURNING id`,
    [end.companyId, end.id, end.status, end.reason, end.from?.offset ?? null, end.from?.line ?? null],
  );
  if (ended.length === 0) return false;
  await tx.query('DELETE FROM import_chunks WHERE company_id = $1::bigint AND import_id = $2::bigint', [
    end.companyId,
    end.id,
  ]);
  return true;
}
