import { statfs } from 'node:fs/promises';
import { type AppError, resourceExhausted, unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { CHUNK_BYTES } from './import-key.ts';
import type { UploadSink } from './upload-reader.ts';

/** Disk limits of uploads, in bytes. */
export interface UploadLimits {
  /** Stored and not yet imported files of one company. */
  readonly inFlightBytes: number;
  /** Minimum free space on the database's disk. */
  readonly keepFreeBytes: number;
  /** A folder on that disk; undefined when the disk is not local. */
  readonly diskFolder: string | undefined;
}

/** @throws AppError IMPORT_IN_FLIGHT (limit of the company), IMPORT_DISK_FULL */
export type UploadRoom = (companyId: number) => Promise<void>;

/** Chunks between two checks: 4 MiB. */
const LOOK_EVERY = 8;
const RETRY_MS = 60_000;

/** @param freeBytes free bytes of the disk of a folder */
export function uploadRoom(
  db: Pick<Database, 'tenant'>,
  { inFlightBytes, keepFreeBytes, diskFolder }: UploadLimits,
  freeBytes: (folder: string) => Promise<number> = freeOf,
): UploadRoom {
  return async (companyId) => {
    if (diskFolder !== undefined && (await freeBytes(diskFolder)) < keepFreeBytes) throw diskFull();
    if ((await storedBytes(db, companyId)) >= inFlightBytes) throw inFlight(inFlightBytes);
  };
}

/** Checks the limits again while a file is stored: others fill the same disk, and a company may send several files. */
export function storedInRoom(
  room: UploadRoom,
  companyId: number,
  store: UploadSink['store'],
): UploadSink['store'] {
  return async (index, bytes) => {
    if (index > 0 && index % LOOK_EVERY === 0) await room(companyId);
    await store(index, bytes);
  };
}

/** Chunks are deleted when their import ends. The last chunk of a file counts as a whole one. */
async function storedBytes(db: Pick<Database, 'tenant'>, companyId: number): Promise<number> {
  const [row] = await db.tenant({ companies: [companyId] }, (tx) =>
    tx.query<{ chunks: number }>(
      `SELECT count(*) AS chunks FROM import_chunks WHERE company_id = $1::bigint`,
      [companyId],
    ),
  );
  return (row?.chunks ?? 0) * CHUNK_BYTES;
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function inFlight(bytes: number): AppError {
  const message = `The files of this company that wait to be imported take ${bytes} bytes; send this one when they are done`;
  return resourceExhausted('IMPORT_IN_FLIGHT', message, { retryAfterMs: RETRY_MS });
}

function diskFull(): AppError {
  const message = 'The disk of the vault is nearly full; nothing is stored until an operator makes room';
  return unavailable('IMPORT_DISK_FULL', message, { retryAfterMs: RETRY_MS });
}
