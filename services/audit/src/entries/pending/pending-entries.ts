import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Backlog } from '@pii-vault/platform/messaging/backlog';
import type { ProducerHead } from '../intake.ts';

/** Entries that are committed by services and not yet in the tree. */
export interface Pending {
  readonly rows: number;
  /** Age in ms of the oldest entry that may not be on the bus yet; 0 without any. */
  readonly oldestMs: number;
  /** Services that did not answer: their entries are not counted in `rows`. */
  readonly unanswered: readonly ServiceName[];
}

export interface PendingDeps {
  readonly producers: readonly ServiceName[];
  /** What a producer's relay has not shipped, events of other topics too, and how many entries it has numbered. */
  backlogOf(producer: ServiceName): Promise<Backlog>;
  /** The last number stored per producer; undefined for a producer without entries. */
  heads(): Promise<ReadonlyMap<ServiceName, ProducerHead | undefined>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Sums over every producer that answers, and names the others. */
export function pendingEntries(deps: PendingDeps) {
  return async (): Promise<Pending> => {
    const unanswered: ServiceName[] = [];
    const ask = async (producer: ServiceName) => {
      try {
        return [{ producer, ...(await deps.backlogOf(producer)) }];
      } catch (thrown) {
        deps.log.warn('a producer did not report its backlog', { producer, err: AppError.from(thrown) });
        unanswered.push(producer);
        return [];
      }
    };
    const answers = (await Promise.all(deps.producers.map(ask))).flat();
    // Read after the answers: entries stored meanwhile are not pending.
    const heads = await deps.heads();
    return {
      rows: answers.reduce((sum, one) => sum + pendingOf(one, heads.get(one.producer)), 0),
      oldestMs: Math.max(0, ...answers.map((one) => one.oldestMs)),
      unanswered: unanswered.sort(),
    };
  };
}

/** Entries without a number, plus numbered entries that are not in the tree, also of former epochs. */
function pendingOf({ rows, inFlight, auditNumbers }: Backlog, head: ProducerHead | undefined): number {
  const numbered = auditNumbers.map(({ epoch, lastSeq }) => {
    if (head === undefined || epoch > head.epoch) return lastSeq;
    return epoch === head.epoch ? Math.max(0, lastSeq - head.lastSeq) : 0;
  });
  return numbered.reduce((sum, count) => sum + count, rows - inFlight);
}
