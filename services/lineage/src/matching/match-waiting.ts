import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { outgrownSpaces } from '../spaces/outgrown-spaces.ts';
import { companyOf } from '../spaces/scopes/scope.ts';
import type { Space } from '../spaces/space.ts';
import { lockScopes } from '../spaces/space-lock.ts';
import { activeSpaces, countRecords, type WaitingSpace, waitingSpaces } from '../spaces/spaces-store.ts';
import { GROWN } from './bulk/learn-model.ts';
import { type MatchSpaceDeps, matchSpace } from './bulk/match-space.ts';
import type { ImportWatch } from './import-watch.ts';
import { type MatchingDeps, matchRecords } from './match-records.ts';

export interface WaitingDeps extends MatchingDeps, Pick<MatchSpaceDeps, 'learnFrom' | 'pools'> {
  readonly db: Pick<Database, 'system'>;
  readonly bulkFrom: number;
  readonly imports: ImportWatch;
}

/** How the waiting records of a space are matched now. */
type Way = 'one by one' | 'all at once' | 'later';

/** Whether more people are arriving: of an import into the space, others, or none. */
type Coming = 'an import' | 'others' | 'none';

/**
 * During an import a pass matches at least this many times `bulkFrom`: each pass starts threads, and most learn a
 * model.
 */
const WORTH_A_PASS = 10;
/**
 * A pass over all records costs about as much as a twentieth of them one by one; while more arrive, it must match half
 * of them.
 */
const [TIMES, TIMES_AMID_MORE] = [20, 2];

/**
 * While more records arrive, passes are delayed until one would match half of the space, so that all passes together
 * cost at most two.
 * @param countRecords counts the records of the space up to `most`; called only if the number matters
 */
export async function wayOf(
  waiting: number,
  bulkFrom: number,
  coming: Coming,
  countRecords: (most: number) => Promise<number>,
): Promise<Way> {
  if (waiting < bulkFrom) return 'one by one';
  const isQuiet = coming === 'none';
  if (coming === 'an import' && waiting < WORTH_A_PASS * bulkFrom) return 'later';
  const most = waiting * (isQuiet ? TIMES : TIMES_AMID_MORE);
  if ((await countRecords(most + 1)) <= most) return 'all at once';
  return isQuiet ? 'one by one' : 'later';
}

/** @param overdue companies whose import has been waited for long enough */
function comingTo(
  { scope }: Space,
  imports: ImportWatch,
  overdue: ReadonlySet<number>,
  isMoreComing: boolean,
): Coming {
  const companyId = companyOf(scope) ?? undefined;
  const isOverdue = companyId === undefined ? overdue.size > 0 : overdue.has(companyId);
  if (isOverdue) return 'none';
  if (imports.goesOn(companyId)) return 'an import';
  return isMoreComing ? 'others' : 'none';
}

/**
 * Matches records that wait to be matched again. A failing space does not block others: the first error is thrown after
 * all had their turn. @param isMoreComing the queue of changed records is not empty
 */
export async function matchWaiting(
  deps: WaitingDeps,
  ctx: Ctx,
  signal: AbortSignal,
  isMoreComing: boolean,
): Promise<void> {
  const failures: unknown[] = [];
  const note = (thrown: unknown) => failures.push(thrown);
  const overdue = deps.imports.takeOverdue();
  for (const one of await deps.db.system(waitingSpaces)) {
    const coming = comingTo(one.space, deps.imports, overdue, isMoreComing);
    await matchSpaceWaiting(deps, ctx, signal, one, coming).catch(note);
  }
  // A space that grows by single records gets no pass otherwise, so it gets one when it has outgrown its model.
  const outgrown =
    isMoreComing || deps.imports.goesOn()
      ? []
      : await deps.db.system((tx) => outgrownSpaces(tx, deps.learnFrom, GROWN));
  for (const space of outgrown) await matchAll(deps, ctx, space).catch(note);
  if (failures.length > 0) throw failures[0];
}

async function matchSpaceWaiting(
  deps: WaitingDeps,
  ctx: Ctx,
  signal: AbortSignal,
  waiting: WaitingSpace,
  coming: Coming,
): Promise<void> {
  const { space } = waiting;
  const way = await wayOf(waiting.waiting, deps.bulkFrom, coming, (most) =>
    deps.db.system((tx) => countRecords(tx, space, most)),
  );
  if (way === 'all at once') await matchAll(deps, ctx, space);
  while (way === 'one by one' && !signal.aborted) {
    const scopes = [space.scope];
    if ((await deps.db.system((tx) => matchRecords(deps, tx, ctx, scopes, []))) === 0) break;
  }
}

/** One pass over a space, unless its scope has switched to another space meanwhile. */
async function matchAll(deps: WaitingDeps, ctx: Ctx, { id, scope }: Space): Promise<void> {
  await deps.db.system(async (tx) => {
    await lockScopes(tx, [scope]);
    const space = (await activeSpaces(tx, [scope])).find((active) => active.id === id);
    if (space !== undefined && deps.models.of(space.encodingVersion) !== undefined)
      await matchSpace(deps, tx, ctx, space);
  });
  // Ids of the pass came from the sequence: later edges are newer and need higher ids.
  deps.edgeIds.forget();
}
