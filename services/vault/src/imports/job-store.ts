import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AfterErasure, OnConflict, OnKnown } from '../people/records/person.ts';
import type { Authoriser, MediaType, OnInvalid } from './import.ts';
import { leaseLost } from './import-errors.ts';
import type { ImportName } from './import-key.ts';
import type { FilePosition } from './record-framer.ts';

/** An import leased to this process. */
export interface ClaimedImport extends ImportName {
  readonly leaseHolder: string;
  readonly mediaType: MediaType;
  readonly onInvalid: OnInvalid;
  readonly afterErasure: AfterErasure;
  readonly onConflict: OnConflict;
  readonly onKnown: OnKnown;
  readonly consent: Buffer;
  readonly createdAt: Date;
  readonly wrappedKey: Buffer;
  readonly fieldKeyVersion: number;
  readonly plan: Buffer;
  readonly authoriser: Authoriser;
  readonly chunkCount: number;
  readonly bytesTotal: number;
  /** Position of the next row. */
  readonly position: FilePosition;
  readonly processed: number;
  /** The survey has read the whole file, and nothing holds it. */
  readonly isSurveyed: boolean;
  /** Attempts at this position that failed because of the file or with their process, including this one. */
  readonly tries: number;
  /** Turns in a row whose process died, or was blocked until the lease ended, before it made progress. */
  readonly lostTurns: number;
}

interface ClaimedRow {
  company_id: number;
  id: number;
  media_type: MediaType;
  on_invalid: OnInvalid;
  after_erasure: AfterErasure;
  on_conflict: OnConflict;
  on_known: OnKnown;
  consent: Buffer;
  created_at: Date;
  wrapped_key: Buffer;
  field_key_version: number;
  plan: Buffer;
  authorised_by: number;
  authorised_client: string | null;
  request_id: string;
  chunk_count: number;
  bytes_total: number;
  bytes_read: number;
  next_line: number | null;
  next_sheet_row: number | null;
  processed: number;
  is_surveyed: boolean;
  tries: number;
  lost_turns: number;
}

/** Longer than any batch takes; afterwards another process may continue the import. */
export const LEASE_SECONDS = 15;

/** The import that waits longest, leased to `holder`. Reads all companies (system role). */
export async function claimImport(tx: Tx, holder: string): Promise<ClaimedImport | undefined> {
  const [row] = await tx.query<ClaimedRow>(
    `UPDATE imports SET lease_holder = $1::uuid, served_at = now(), tries = tries + 1,
       lost_turns = lost_turns + (lease_holder IS NOT NULL)::integer,
       lease_expires_at = now() + make_interval(secs => $2::integer)
     WHERE (company_id, id) = (
       SELECT company_id, id FROM imports
       WHERE status IN ('queued', 'running', 'paused') AND lease_expires_at < now()
         AND (status <> 'paused' OR next_try_at <= now())
       ORDER BY served_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING company_id, id, media_type, on_invalid, after_erasure, on_conflict, on_known, consent, created_at, wrapped_key, field_key_version, plan,
       authorised_by, authorised_client, request_id, chunk_count, bytes_total, bytes_read, next_line, next_sheet_row,
       processed, is_surveyed, tries, lost_turns`,
    [holder, LEASE_SECONDS],
  );
  return row && toClaimed(row, holder);
}

const toClaimed = (row: ClaimedRow, leaseHolder: string): ClaimedImport => ({
  companyId: row.company_id,
  importId: row.id,
  leaseHolder,
  mediaType: row.media_type,
  onInvalid: row.on_invalid,
  afterErasure: row.after_erasure,
  onConflict: row.on_conflict,
  onKnown: row.on_known,
  consent: row.consent,
  createdAt: row.created_at,
  wrappedKey: row.wrapped_key,
  fieldKeyVersion: row.field_key_version,
  plan: row.plan,
  authoriser: {
    userId: row.authorised_by,
    clientId: row.authorised_client ?? undefined,
    requestId: row.request_id,
  },
  chunkCount: row.chunk_count,
  bytesTotal: row.bytes_total,
  position: {
    offset: row.bytes_read,
    line: row.next_line ?? undefined,
    sheetRow: row.next_sheet_row ?? undefined,
  },
  processed: row.processed,
  isSurveyed: row.is_surveyed,
  tries: row.tries,
  lostTurns: row.lost_turns,
});

/** Uploads whose sender is silent. Reads all companies (system role). */
export async function findBrokenUploads(tx: Tx): Promise<ImportName[]> {
  const rows = await tx.query<{ company_id: number; id: number }>(
    `SELECT company_id, id FROM imports WHERE status = 'uploading' AND lease_expires_at < now() LIMIT 100`,
  );
  return rows.map((row) => ({ companyId: row.company_id, importId: row.id }));
}

export type Lease = Pick<ClaimedImport, 'companyId' | 'importId' | 'leaseHolder'>;

/** Releases an import after a turn that ended by itself. A turn without progress stays counted in its attempts. */
export async function releaseImport(tx: Tx, lease: Lease): Promise<void> {
  await tx.query(
    `UPDATE imports SET lease_holder = NULL, lease_expires_at = '-infinity', lost_turns = 0
     WHERE company_id = $1::bigint AND id = $2::bigint AND lease_holder = $3::uuid`,
    [lease.companyId, lease.importId, lease.leaseHolder],
  );
}

export interface Pause {
  /** UPPER_SNAKE; '' for a short pause that is not shown: the status stays unchanged. */
  readonly reason: string;
  readonly restSeconds: number;
  /** Whether this attempt counts, because the file caused the failure. */
  readonly counts: boolean;
}

/** Releases an import that cannot continue now, until its pause is over. */
export async function pauseImport(
  tx: Tx,
  lease: Lease,
  { reason, restSeconds, counts }: Pause,
): Promise<void> {
  await tx.query(
    `UPDATE imports SET lease_holder = NULL, status = CASE WHEN $4::text = '' THEN status ELSE 'paused' END,
       status_reason = CASE WHEN $4::text = '' THEN status_reason ELSE $4::text END,
       tries = CASE WHEN $6::boolean THEN greatest(tries, 1) ELSE greatest(tries - 1, 0) END,
       next_try_at = now() + make_interval(secs => $5::integer),
       lease_expires_at = now() + make_interval(secs => $5::integer)
     WHERE company_id = $1::bigint AND id = $2::bigint AND lease_holder = $3::uuid
       AND status IN ('queued', 'running', 'paused')`,
    [lease.companyId, lease.importId, lease.leaseHolder, reason, restSeconds, counts],
  );
}

/** Number of attempts at the import's position, including the one that just ended. */
export async function triesOf(tx: Tx, name: ImportName): Promise<number> {
  const [row] = await tx.query<{ tries: number }>(
    `SELECT greatest(tries, 1) AS tries FROM imports WHERE company_id = $1::bigint AND id = $2::bigint
     FOR NO KEY UPDATE`,
    [name.companyId, name.importId],
  );
  return row?.tries ?? 1;
}

/** Sets the status to running. @throws AppError IMPORT_LEASE_LOST */
export async function setRunning(tx: Tx, lease: Lease): Promise<void> {
  const rows = await tx.query(
    `UPDATE imports SET status = 'running', status_reason = ''
     WHERE company_id = $1::bigint AND id = $2::bigint AND lease_holder = $3::uuid
       AND status IN ('queued', 'running', 'paused') RETURNING id`,
    [lease.companyId, lease.importId, lease.leaseHolder],
  );
  if (rows.length === 0) throw leaseLost();
}

/**
 * Locks the import until the transaction ends, for a batch after `processed` rows.
 * @throws AppError IMPORT_LEASE_LOST when it was cancelled, another process has it, or its position differs
 */
export async function holdImport(tx: Tx, lease: Lease, processed: number): Promise<{ errorCount: number }> {
  const [row] = await tx.query<{ error_count: number }>(
    `SELECT error_count FROM imports WHERE company_id = $1::bigint AND id = $2::bigint AND lease_holder = $3::uuid
       AND status = 'running' AND processed = $4::bigint FOR NO KEY UPDATE`,
    [lease.companyId, lease.importId, lease.leaseHolder, processed],
  );
  if (row === undefined) throw leaseLost();
  return { errorCount: row.error_count };
}

export interface Progress {
  /** Position after the last row of the batch. */
  readonly position: FilePosition;
  readonly accepted: number;
  readonly rejected: number;
  /** Accepted rows whose person seemed to be known. */
  readonly known: number;
  readonly errors: number;
  readonly busyMs: number;
}

/** Advances the position, in the transaction that wrote the rows. A new position resets the attempts. */
export async function saveProgress(tx: Tx, lease: Lease, progress: Progress): Promise<void> {
  await tx.query(
    `UPDATE imports SET bytes_read = $3::bigint, next_line = $9::bigint, next_sheet_row = $10::bigint,
       tries = CASE WHEN bytes_read < $3::bigint THEN 0 ELSE tries END,
       lost_turns = CASE WHEN bytes_read < $3::bigint THEN 0 ELSE lost_turns END,
       processed = processed + $4::bigint + $5::bigint,
       accepted = accepted + $4::bigint, rejected = rejected + $5::bigint, error_count = error_count + $6::bigint,
       known_people = known_people + $11::bigint, busy_ms = busy_ms + $7::bigint, lease_expires_at = now() + make_interval(secs => $8::integer)
     WHERE company_id = $1::bigint AND id = $2::bigint`,
    [
      lease.companyId,
      lease.importId,
      progress.position.offset,
      progress.accepted,
      progress.rejected,
      progress.errors,
      progress.busyMs,
      LEASE_SECONDS,
      progress.position.line ?? null,
      progress.position.sheetRow ?? null,
      progress.known,
    ],
  );
}

/** The field-key version that wraps the import's key now; null when the import has ended. */
export async function keyVersionOf(tx: Tx, name: ImportName): Promise<number | null> {
  const [row] = await tx.query<{ field_key_version: number | null }>(
    'SELECT field_key_version FROM imports WHERE company_id = $1::bigint AND id = $2::bigint',
    [name.companyId, name.importId],
  );
  return row?.field_key_version ?? null;
}

export async function readChunk(tx: Tx, name: ImportName, index: number): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    `SELECT sealed FROM import_chunks
     WHERE company_id = $1::bigint AND import_id = $2::bigint AND index = $3::integer`,
    [name.companyId, name.importId, index],
  );
  return row?.sealed;
}
