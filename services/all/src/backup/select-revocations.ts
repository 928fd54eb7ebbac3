import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { type ChainedLine, endOf } from '@pii-vault/audit/revocations/revocation-line';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { ListPlace } from './archive.ts';

export interface BackupPlace {
  /** Last line of the list when the backup was begun. */
  readonly position: ListPlace;
  /** Entries of the trail in the backup. */
  readonly auditEntries: number;
  /** Entries of the trail that the last checkpoint beside the list speaks of. */
  readonly signedEntries: number;
  /** What the list lacks is known to come back. */
  readonly acceptLost: boolean;
}

/**
 * The lines written since a backup. What was taken away between is lacking in a list that ends before the last signed
 * checkpoint, that has another line where the backup found its last, or whose lines of then are left out as too old. Of one that was begun anew nobody knows which line came first after
 * the backup: when that is accepted, every line counts.
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED, FAILED_PRECONDITION REVOCATIONS_INCOMPLETE
 */
export async function revocationsSince(
  file: Pick<RevocationFile, 'read'>,
  { position, auditEntries, signedEntries, acceptLost }: BackupPlace,
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
 * The lines of what the trail of a restored database may not know: those behind the last line that speaks of no more entries
 * than it has. What is known already is replayed to no effect.
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED, FAILED_PRECONDITION REVOCATIONS_INCOMPLETE
 */
export async function revocationsBeyond(
  file: Pick<RevocationFile, 'read'>,
  { auditEntries, signedEntries, acceptLost }: Omit<BackupPlace, 'position'>,
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

function isAnotherLine({ seq, mac }: ListPlace, lines: readonly ChainedLine[]): boolean {
  const there = lines.find((line) => line.seq === seq);
  return there !== undefined && mac !== undefined && endOf(there).mac !== mac;
}

/** What a restore is refused with that nobody has accepted. */
export function incomplete(): AppError {
  const message =
    'The list of revocations does not reach to the end of the signed trail, or is not the one of the backup: put the newest copy of the keys folder back. ' +
    'With --accept-lost-revocations what it lacks comes back with the backup';
  return new AppError('FAILED_PRECONDITION', 'REVOCATIONS_INCOMPLETE', message);
}
