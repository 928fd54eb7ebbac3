import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { type ChainedLine, endOf } from '@pii-vault/audit/revocations/revocation-line';
import { type AppError, failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import type { ListPosition } from './archive.ts';

export interface BackupPosition {
  /** Last line of the list when the backup started. */
  readonly position: ListPosition;
  /** Audit entries in the backup. */
  readonly auditEntries: number;
  /** Audit entries that the last checkpoint outside the database covers. */
  readonly signedEntries: number;
  /** Continue although revocations missing from the list are undone by the restore. */
  readonly acceptLost: boolean;
}

/**
 * The lines written after a backup. The list is incomplete when it ends before the last signed checkpoint, has
 * another line at the backup's position, or its oldest lines were removed. A restarted list does not show which lines
 * are later than the backup: if the operator accepts that, every line is returned.
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED, FAILED_PRECONDITION REVOCATIONS_INCOMPLETE
 */
export async function revocationsAfterBackup(
  file: Pick<RevocationFile, 'read'>,
  { position, auditEntries, signedEntries, acceptLost }: BackupPosition,
): Promise<ChainedLine[]> {
  const lines = await file.read();
  const covered = lines.reduce((known, { line }) => ('covers' in line ? line.covers : known), 0);
  const end = lines.at(-1)?.seq ?? 0;
  const isOther = isAnotherLine(position, lines);
  const isTrimmed = lines[0] !== undefined && 'follows' in lines[0].line && position.seq < lines[0].seq;
  const isShort = isTrimmed || end < position.seq || Math.max(covered, auditEntries) < signedEntries;
  if ((isOther || isShort) && !acceptLost) throw incomplete();
  return isOther ? lines : lines.filter(({ seq }) => seq > position.seq);
}

/**
 * The lines that the trail of a restored database may lack: those after the last line that covers no more entries
 * than the trail has. Replaying known revocations has no effect.
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED, FAILED_PRECONDITION REVOCATIONS_INCOMPLETE
 */
export async function revocationsAfterTrail(
  file: Pick<RevocationFile, 'read'>,
  { auditEntries, signedEntries, acceptLost }: Omit<BackupPosition, 'position'>,
): Promise<ChainedLine[]> {
  const lines = await file.read();
  const known = lines.findLastIndex(({ line }) => 'covers' in line && line.covers <= auditEntries);
  const covered = lines.reduce((most, { line }) => ('covers' in line ? line.covers : most), 0);
  const [first] = lines;
  const isTrimmed = known < 0 && first !== undefined && 'follows' in first.line;
  const isLost = isTrimmed || lines.length === 0 || Math.max(covered, auditEntries) < signedEntries;
  if (isLost && !acceptLost) throw incomplete();
  return lines.slice(known + 1);
}

function isAnotherLine({ seq, mac }: ListPosition, lines: readonly ChainedLine[]): boolean {
  const there = lines.find((line) => line.seq === seq);
  return there !== undefined && mac !== undefined && endOf(there).mac !== mac;
}

/** Error for a list that is incomplete without the operator's acceptance. */
export function incomplete(): AppError {
  const message =
    'The list of revocations ends before the signed trail, or does not match the backup: restore the newest copy of the keys folder. ' +
    'With --accept-lost-revocations, data and access whose revocation is missing from the list come back with the backup';
  return failedPrecondition('REVOCATIONS_INCOMPLETE', message);
}
