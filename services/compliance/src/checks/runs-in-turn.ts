import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Check } from './check.ts';

/** Whoever has asked for a run, the first of them first. */
export type Askers = readonly [Ctx, ...Ctx[]];
export type RunOnRequest = (ctx: Ctx, companyId: number) => Promise<Check[]>;

/** A run writes for as long as it holds a connection; those of many companies leave room for who reads. */
const AT_ONCE = 2;

interface Turn extends PromiseWithResolvers<Check[]> {
  readonly askers: [Ctx, ...Ctx[]];
}

/**
 * Of the runs that are asked for in this process one of a company at a time, and two over all. Who asks while one is
 * under way gets the next, with all who ask meanwhile: its facts, the trail's state aside, are gathered after each of
 * them has asked, and a crowd costs as much as two.
 */
export function runsInTurn(run: (askers: Askers, companyId: number) => Promise<Check[]>): RunOnRequest {
  /** By company; who came first is first. */
  const waiting = new Map<number, Turn>();
  const running = new Set<number>();

  const startNext = () => {
    for (const [companyId, turn] of waiting) {
      if (running.size >= AT_ONCE) return;
      if (running.has(companyId)) continue;
      waiting.delete(companyId);
      const [first] = turn.askers;
      if (turn.askers.every(({ signal }) => signal.aborted)) turn.reject(first.signal.reason);
      else begin(companyId, turn);
    }
  };
  const begin = (companyId: number, { askers, resolve }: Turn) => {
    running.add(companyId);
    const ended = run(askers, companyId).finally(() => {
      running.delete(companyId);
      startNext();
    });
    resolve(ended);
  };
  return (ctx, companyId) => {
    const known = waiting.get(companyId);
    known?.askers.push(ctx);
    const turn: Turn = known ?? { ...Promise.withResolvers<Check[]>(), askers: [ctx] };
    waiting.set(companyId, turn);
    startNext();
    return turn.promise;
  };
}
