import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseCheckpoint } from '../checkpoint.ts';
import { parseNote } from '../signed-note.ts';
import type { RestoredTrail, TreeClaim } from './restored-trail.ts';

export interface LostEntries {
  /** Entries that were signed after the backup was taken; an upper bound when services have appended to the backup. */
  readonly count: number;
  /** Path of the unchanged checkpoint file. */
  readonly keptAs: string;
}

/** The last checkpoint outside the database; undefined without one. */
export function lastClaim(file: string): TreeClaim | undefined {
  return linesOf(file)
    .map(claimOf)
    .findLast((claim) => claim !== undefined);
}

/**
 * Handles checkpoints that the restored trail does not extend. Renames the file of checkpoints, to keep it as evidence,
 * and writes a new one with the checkpoints that the trail extends. Each checkpoint extends those before it.
 * @returns undefined when no entries are lost
 */
export async function moveLostCheckpoints(
  file: string,
  trail: Pick<RestoredTrail, 'size' | 'extends'>,
  now: Date,
): Promise<LostEntries | undefined> {
  const lines = linesOf(file);
  const claims = lines.map(claimOf);
  let kept = lines.length;
  while (kept > 0 && !(await isExtended(claims[kept - 1], trail))) kept -= 1;
  const lost = claims.slice(kept).filter((claim) => claim !== undefined);
  if (lost.length === 0) return undefined;
  const keptAs = `${file}.before-restore-${now.toISOString().replaceAll(':', '')}`;
  renameSync(file, keptAs);
  const still = lines.slice(0, kept);
  writeFileSync(file, still.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  const signed = Math.max(...lost.map(({ size }) => size));
  const isAppended = lost.some(({ size }) => size <= trail.size);
  return { count: signed - (isAppended ? (claims[kept - 1]?.size ?? 0) : trail.size), keptAs };
}

const isExtended = async (claim: TreeClaim | undefined, trail: Pick<RestoredTrail, 'extends'>) =>
  claim !== undefined && (await trail.extends(claim));

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The tree of a line of the file; undefined for a line that a crash truncated. */
function claimOf(line: string): TreeClaim | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    const note = typeof parsed === 'object' && parsed !== null && 'note' in parsed ? String(parsed.note) : '';
    const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
    return checkpoint === undefined
      ? undefined
      : { size: checkpoint.size, root: checkpoint.root.toString('base64') };
  } catch {
    return undefined;
  }
}
