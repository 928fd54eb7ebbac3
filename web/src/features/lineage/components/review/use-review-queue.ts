import type { Decision, LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { notify } from '../../../../ui/notify.tsx';
import {
  forgetExplanation,
  markDecided,
  sendDecision,
  useUndecided,
  withdrawDecision,
} from '../../queries.ts';

/** When so few links are left behind the current one, the next page is loaded. */
const AHEAD = 10;

interface Made {
  readonly entry: LineageEntry;
  readonly decision: Decision;
}

/**
 * The undecided links one after another. A decision moves on at once and is sent meanwhile; if it is refused, its link
 * is back in the queue. The last decision can be withdrawn, then the one before it.
 */
export function useReviewQueue(companyId: number) {
  const { t } = useTranslation('lineage');
  const queryClient = useQueryClient();
  const list = useUndecided(companyId);
  const [made, setMade] = useState<readonly Made[]>([]);
  const [current, setCurrent] = useState<number>();
  /** What is being sent for a link: its next act waits for it. */
  const sending = useRef(new Map<number, Promise<unknown>>());
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const decided = new Set(made.map(({ entry }) => entry.id));
  const open = rows.filter(({ id }) => !decided.has(id));
  const found = open.findIndex(({ id }) => id === current);
  const at = Math.max(0, found);
  const entry = open[at];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && open.length - at <= AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, open.length, at]);
  // Lists and counts elsewhere show the decisions when the user leaves the queue.
  useEffect(() => () => void markDecided(queryClient, true), [queryClient]);

  const move = (by: 1 | -1) => setCurrent((open[at + by] ?? entry)?.id);
  const leave = (id: number) => setMade((all) => all.filter((one) => one.entry.id !== id));

  function decide(version: number, decision: Decision): void {
    if (entry === undefined) return;
    setCurrent((open[at + 1] ?? open[at - 1])?.id);
    setMade((all) => [...all, { entry, decision }]);
    const sent = sendDecision(entry.id, version, decision)
      .then(() => markDecided(queryClient))
      .catch((error: unknown) => {
        leave(entry.id);
        setCurrent(entry.id);
        forgetExplanation(queryClient, entry.id);
        notify.error(t('decide.error'), messageOf(error, t('decide.failed')), { error });
      });
    sending.current.set(entry.id, sent);
  }

  async function undo(): Promise<void> {
    const last = made.at(-1);
    if (last === undefined) return;
    const { id } = last.entry;
    leave(id);
    setCurrent(id);
    try {
      await sending.current.get(id);
      await withdrawDecision(id);
      forgetExplanation(queryClient, id);
      await markDecided(queryClient);
    } catch (error) {
      setMade((all) => [...all, last]);
      notify.error(t('decide.error'), messageOf(error, t('review.undoFailed')), { error });
    }
  }

  return {
    ...{ list, entry, made, decide, undo },
    next: open[at + 1],
    hasPrevious: at > 0,
    goNext: () => move(1),
    goPrevious: () => move(-1),
    reload: () => list.refetch(),
  };
}
