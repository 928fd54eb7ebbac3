import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Check } from './check.ts';

/** The callers that asked for a run, oldest first. */
export type Askers = readonly [Ctx, ...Ctx[]];
export type RunOnRequest = (ctx: Ctx, companyId: number) => Promise<Check[]>;

/** Runs at a time. A run holds a connection while it writes; the limit leaves connections for readers. */
const AT_ONCE = 2;

interface Turn extends PromiseWithResolvers<Check[]> {
  readonly askers: [Ctx, ...Ctx[]];
}

/**
 * Runs at most one run per company and two in total in this process. All callers that ask during a run share the next
 * one. Its facts, except the trail's state, are gathered after the last of them has asked. Any number of concurrent
 * callers costs two runs.
 */
export function runsInTurn(run: (askers: Askers, companyId: number) => Promise<Check[]>): RunOnRequest {
  /** By company, oldest first. */
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
