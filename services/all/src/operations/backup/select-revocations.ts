import type { RestoredTrail, TreeClaim } from '@pii-vault/audit/restored/restored-trail';
import type { MissingRevocation } from '@pii-vault/audit/revocations/missing-revocations';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { type ChainedLine, endOf, type RevocationLine } from '@pii-vault/audit/revocations/revocation-line';
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
 * The revocations that are not in effect in a database restored by other means: those listed since the list last stated
 * that this trail has all of them, whose entry the trail lacks. Trees are compared by their roots: services that were
 * started on the restored database may have appended other entries under the same numbers. A revocation listed twice
 * counts as missing too: the bus may have delivered its entry to the restored trail, whose database lacks the effect.
 * @param claims what was signed outside the database and inside it
 * @throws AppError DATA_LOSS REVOCATIONS_DAMAGED, FAILED_PRECONDITION REVOCATIONS_INCOMPLETE
 */
export async function revocationsAfterTrail(
  file: Pick<RevocationFile, 'read'>,
  trail: Pick<RestoredTrail, 'replay' | 'extends' | 'missing'>,
  { claims, acceptLost }: { readonly claims: readonly TreeClaim[]; readonly acceptLost: boolean },
): Promise<readonly MissingRevocation[]> {
  const lines = await file.read();
  const settled = await lastSettled(lines, trail);
  const covered = lines.reduce(
    (most, { line }) => ('covers' in line ? Math.max(most, line.covers) : most),
    0,
  );
  const [first] = lines;
  const isTrimmed = settled < 0 && first !== undefined && 'follows' in first.line;
  const isLost = isTrimmed || lines.length === 0 || (await isShort(claims, covered, trail));
  if (isLost && !acceptLost) throw incomplete();
  const missing = await trail.missing(lines.slice(settled + 1));
  const found = new Set(missing.map(({ line }) => nameOf(line)));
  const again = listedAgain(lines, trail.replay).filter(({ line }) => !found.has(nameOf(line)));
  return [...again, ...missing].sort((a, b) => a.seq - b.seq);
}

/**
 * Revocations that were listed before and again since the last replay on this database. Audit lists an entry each time
 * it appends it, so the first trail was restored to a time before, or a crash undid the first attempt: both look the
 * same, and to repeat a revocation is harmless while it is in effect.
 */
function listedAgain(lines: readonly ChainedLine[], replay: string | undefined): MissingRevocation[] {
  const replayed = lines.findLastIndex(
    ({ line }) => 'covers' in line && line.replay !== undefined && line.replay === replay,
  );
  const seen = new Set<string>();
  const again = new Map<string, MissingRevocation>();
  for (const [place, { seq, line }] of lines.entries()) {
    if (!('entry' in line)) continue;
    const name = nameOf(line);
    if (seen.has(name) && place > replayed) again.set(name, { seq, line, isPending: false });
    seen.add(name);
  }
  return [...again.values()];
}

const nameOf = ({ service, entry, action, at }: RevocationLine): string =>
  JSON.stringify([service, entry?.epoch, entry?.seq, action, at]);

/**
 * Place of the last line that states that this very database has all revocations above; -1 without one. After a replay
 * the trail is that of the backup, so another restored copy has the same trail without the replayed revocations.
 */
async function lastSettled(
  lines: readonly ChainedLine[],
  trail: Pick<RestoredTrail, 'replay' | 'extends'>,
): Promise<number> {
  for (const [place, { line }] of [...lines.entries()].reverse()) {
    if (!('covers' in line) || (line.replay !== undefined && line.replay !== trail.replay)) continue;
    if (await trail.extends({ size: line.covers, root: line.root ?? '' })) return place;
  }
  return -1;
}

/** Whether something was signed that neither this trail nor the list covers. */
async function isShort(
  claims: readonly TreeClaim[],
  covered: number,
  trail: Pick<RestoredTrail, 'extends'>,
): Promise<boolean> {
  for (const claim of claims) if (claim.size > covered && !(await trail.extends(claim))) return true;
  return false;
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
