/** One person of a bulk act: what happened, or why nothing did. */
export interface BulkOutcome {
  readonly individualId: number;
  readonly status: string;
  /** UPPER_SNAKE reason of a refusal. */
  readonly reason?: string | undefined;
}

export interface BulkRun {
  readonly ids: readonly number[];
  /** People of one call. */
  readonly perCall: number;
  /** `key`: the same for a repeated part, so that a lost answer does not repeat the act. */
  readonly call: (ids: readonly number[], key: string) => Promise<readonly BulkOutcome[]>;
  readonly onProgress: (outcomes: readonly BulkOutcome[]) => void;
  readonly signal: AbortSignal;
}

/**
 * Calls part after part. A failed part ends the run with its error: the outcomes so far are kept, and a run over the
 * remaining people continues.
 */
export async function runBulk(
  { ids, perCall, call, onProgress, signal }: BulkRun,
  { runKey, earlier }: { readonly runKey: string; readonly earlier: readonly BulkOutcome[] },
): Promise<{ readonly outcomes: readonly BulkOutcome[]; readonly error?: unknown }> {
  let outcomes = earlier;
  const done = new Set(earlier.map(({ individualId }) => individualId));
  const parts = partsOf(ids, perCall);
  for (const [n, part] of parts.entries()) {
    if (part.every((id) => done.has(id))) continue;
    if (signal.aborted) return { outcomes, error: signal.reason };
    try {
      outcomes = [...outcomes, ...(await call(part, `${runKey}.${n}`))];
    } catch (error) {
      return { outcomes, error };
    }
    onProgress(outcomes);
  }
  return { outcomes };
}

function partsOf(ids: readonly number[], size: number): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += size) parts.push(ids.slice(at, at + size));
  return parts;
}

/** How many outcomes have each status, refusals by their reason. */
export function tally(outcomes: readonly BulkOutcome[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, reason } of outcomes) {
    const key = reason ?? status;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
