import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AfterErasure, OnConflict, OnKnown } from '../people/records/person.ts';
import type { Authoriser, MediaType, OnInvalid } from './import.ts';
import type { ImportName } from './import-key.ts';
import type { FilePosition } from './record-framer.ts';

/** Silence after which an upload counts as broken, s. */
const SILENCE_SECONDS = 120;

/** The id is drawn first, because it is bound into the key and the encrypted file name. */
export async function nextImportId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('imports', 'id')) AS id`,
  );
  return row?.id ?? 0;
}

export interface NewUpload extends ImportName {
  readonly mediaType: MediaType;
  readonly onInvalid: OnInvalid;
  readonly afterErasure: AfterErasure;
  readonly onConflict: OnConflict;
  readonly onKnown: OnKnown;
  /** Encoded ConsentDetails. */
  readonly consent: Buffer;
  readonly fileName: SealedText;
  readonly wrappedKey: Buffer;
  readonly fieldKeyVersion: number;
  readonly authoriser: Authoriser;
}

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx.query(
    `INSERT INTO imports (company_id, id, status, media_type, on_invalid, consent, file_name, file_name_key_version,
       wrapped_key, field_key_version, authorised_by, authorised_client, request_id, after_erasure, lease_expires_at, on_conflict, on_known)
     VALUES ($1::bigint, $2::bigint, 'uploading', $3::text, $4::text, $5::bytea, $6::bytea, $7::integer,
       $8::bytea, $9::integer, $10::bigint, $11::text, $12::text, $13::text, now() + make_interval(secs => $14::integer), $15::text, $16::text)`,
    [
      upload.companyId,
      upload.importId,
      upload.mediaType,
      upload.onInvalid,
      upload.consent,
      upload.fileName.sealed,
      upload.fileName.keyVersion,
      upload.wrappedKey,
      upload.fieldKeyVersion,
      upload.authoriser.userId,
      upload.authoriser.clientId ?? null,
      upload.authoriser.requestId,
      upload.afterErasure,
      SILENCE_SECONDS,
      upload.onConflict,
      upload.onKnown,
    ],
  );
}

/** Records that the sender is alive; false when the upload was abandoned meanwhile. */
export async function touchUpload(tx: Tx, name: ImportName): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET lease_expires_at = now() + make_interval(secs => $3::integer)
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'uploading' RETURNING id`,
    [name.companyId, name.importId, SILENCE_SECONDS],
  );
  return rows.length > 0;
}

/** Stores one chunk; false when the upload was abandoned meanwhile. */
export async function insertChunk(tx: Tx, name: ImportName, index: number, sealed: Buffer): Promise<boolean> {
  if (!(await touchUpload(tx, name))) return false;
  await tx.query(
    `INSERT INTO import_chunks (company_id, import_id, index, sealed)
     VALUES ($1::bigint, $2::bigint, $3::integer, $4::bytea)`,
    [name.companyId, name.importId, index, sealed],
  );
  return true;
}

export interface FinishedUpload extends ImportName {
  readonly fingerprint: Buffer;
  readonly plan: Buffer;
  readonly chunkCount: number;
  readonly bytesTotal: number;
  /** Position of the first row. */
  readonly start: FilePosition;
  /** Why it is held; undefined when it is queued. */
  readonly hold: string | undefined;
  readonly isSurveyed: boolean;
}

/** Makes the import visible, and queued unless it is held; false when the upload was abandoned meanwhile. */
export async function queueUpload(tx: Tx, upload: FinishedUpload): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET status = CASE WHEN $10::text = '' THEN 'queued' ELSE 'needs_mapping' END,
       status_reason = $10::text, fingerprint = $3::bytea, plan = $4::bytea, chunk_count = $5::integer,
       bytes_total = $6::bigint, bytes_read = $7::bigint, next_line = $8::bigint, next_sheet_row = $9::bigint,
       is_surveyed = $11::boolean, lease_expires_at = '-infinity'
     WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'uploading' RETURNING id`,
    [
      upload.companyId,
      upload.importId,
      upload.fingerprint,
      upload.plan,
      upload.chunkCount,
      upload.bytesTotal,
      upload.start.offset,
      upload.start.line ?? null,
      upload.start.sheetRow ?? null,
      upload.hold ?? '',
      upload.isSurveyed,
    ],
  );
  return rows.length > 0;
}

/** Deletes an upload whose file is refused or was sent before. */
export async function deleteUpload(tx: Tx, name: ImportName): Promise<void> {
  const values = [name.companyId, name.importId];
  await tx.query(
    'DELETE FROM import_chunks WHERE company_id = $1::bigint AND import_id = $2::bigint',
    values,
  );
  await tx.query(
    `DELETE FROM imports WHERE company_id = $1::bigint AND id = $2::bigint AND status = 'uploading'`,
    values,
  );
}

/** Serialises uploads of the same content here, so that one of them finds the other. */
export async function lockFingerprint(tx: Tx, companyId: number, fingerprint: Buffer): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2::bigint))', [
    fingerprint.toString('hex'),
    companyId,
  ]);
}
