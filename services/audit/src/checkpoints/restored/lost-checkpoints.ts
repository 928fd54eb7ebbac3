import { allLines, type LineStore } from '../../outside/line-store.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import { parseNote } from '../signed-note.ts';
import type { RestoredTrail, TreeClaim } from './restored-trail.ts';

export interface LostEntries {
  /** Entries that were signed after the backup was taken; an upper bound when services have appended to the backup. */
  readonly count: number;
  /** Where the unchanged checkpoints are. */
  readonly keptAs: string;
}

/** The last checkpoint outside the database; undefined without one. */
export async function lastClaim(store: Pick<LineStore, 'newestFirst'>): Promise<TreeClaim | undefined> {
  for await (const line of store.newestFirst()) {
    const claim = claimOf(line);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

/**
 * Handles checkpoints that the restored trail does not extend. Moves all of them to another place, to keep them as
 * evidence, and leaves those that the trail extends. Each checkpoint extends those before it.
 * @returns undefined when no entries are lost
 */
export async function moveLostCheckpoints(
  store: Pick<LineStore, 'oldestFirst' | 'moveAside'>,
  trail: Pick<RestoredTrail, 'size' | 'extends'>,
  now: Date,
): Promise<LostEntries | undefined> {
  const claims = (await allLines(store)).map(claimOf);
  let kept = claims.length;
  while (kept > 0 && !(await isExtended(claims[kept - 1], trail))) kept -= 1;
  const lost = claims.slice(kept).filter((claim) => claim !== undefined);
  if (lost.length === 0) return undefined;
  const keptAs = await store.moveAside(kept, `.before-restore-${now.toISOString().replaceAll(':', '')}`);
  const signed = Math.max(...lost.map(({ size }) => size));
  const isAppended = lost.some(({ size }) => size <= trail.size);
  return { count: signed - (isAppended ? (claims[kept - 1]?.size ?? 0) : trail.size), keptAs };
}

const isExtended = async (claim: TreeClaim | undefined, trail: Pick<RestoredTrail, 'extends'>) =>
  claim !== undefined && (await trail.extends(claim));

/** The tree of a line; undefined for a line that a crash truncated. */
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
