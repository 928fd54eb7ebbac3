import { useSyncExternalStore } from 'react';
import { useUser } from '../../../session/use-session.ts';
import type { BulkOutcome } from './bulk-run.ts';

export type BulkKind = 'give' | 'withdraw' | 'erase' | 'export';

/** A run over several people that has not ended: ids and outcomes, never what was entered. */
export interface UnfinishedRun {
  readonly kind: BulkKind;
  readonly people: readonly number[];
  readonly outcomes: readonly BulkOutcome[];
}

const listeners = new Set<() => void>();
const keyOf = (userId: number, companyId: number) => `bulk.${userId}.${companyId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const changed = () => {
  for (const listener of listeners) listener();
};

/** Keeps the run of a company over a reload of this tab. Without storage, a reload forgets it. */
export function useKeepRun(companyId: number): (run: UnfinishedRun | null) => void {
  const key = keyOf(useUser().id, companyId);
  return (run) => {
    try {
      if (run === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(run));
    } catch {
      // The page still shows the run until it is left.
    }
    changed();
  };
}

/** The run of the company that did not end in this tab. */
export function useUnfinishedRun(companyId: number): UnfinishedRun | undefined {
  const key = keyOf(useUser().id, companyId);
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  return parsed(text);
}

function parsed(text: string | null): UnfinishedRun | undefined {
  try {
    const run: unknown = JSON.parse(text ?? 'null');
    const isRun =
      typeof run === 'object' &&
      run !== null &&
      Array.isArray(Reflect.get(run, 'people')) &&
      Array.isArray(Reflect.get(run, 'outcomes'));
    return isRun ? (run as UnfinishedRun) : undefined;
  } catch {
    return undefined;
  }
}

/** People without an outcome. */
export function remainingOf({ people, outcomes }: UnfinishedRun): readonly number[] {
  const done = new Set(outcomes.map(({ individualId }) => individualId));
  return people.filter((id) => !done.has(id));
}
