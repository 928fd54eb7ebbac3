import { matchWaiting } from './match-waiting.ts';
import { backfill, type MatchDeps, matchQueued } from './match-worker.ts';
import { dropSpaces, switchSpaces } from './roll-spaces.ts';

/** Longest duration of a turn, ms. */
const TURN_MS = 60_000;

/** One turn of all matching work. @returns whether the queue may have more work */
export async function matchTurn(deps: MatchDeps, signal: AbortSignal): Promise<boolean> {
  const ctx = deps.self({ deadlineMs: TURN_MS });
  await switchSpaces(deps, ctx);
  const isMoreComing = await matchQueued(deps, signal);
  // A space that cannot be matched does not block back-fills of another one.
  const [waiting] = await Promise.allSettled([matchWaiting(deps, ctx, signal, isMoreComing)]);
  if (!isMoreComing) {
    await backfill(deps, signal);
    await dropSpaces(deps, signal);
  }
  if (waiting.status === 'rejected') throw waiting.reason;
  return isMoreComing;
}
