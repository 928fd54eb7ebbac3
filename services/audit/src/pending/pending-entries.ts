import type { ServiceName } from '@pii-vault/platform/context/caller';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Logger } from '@pii-vault/platform/log/log';

/** What one service has committed and not shipped. */
export interface Backlog {
  readonly rows: number;
  readonly oldestMs: number;
}

/** What is committed and not yet in the tree. */
export interface Pending extends Backlog {
  /** Services that did not tell: their entries are not among `rows`. */
  readonly unanswered: readonly ServiceName[];
}

export interface PendingDeps {
  readonly producers: readonly ServiceName[];
  /** A producer's outbox rows that its relay has not shipped; events of other topics count too. */
  backlogOf(producer: ServiceName): Promise<Backlog>;
  /** Messages on the bus that the intake has not handled. */
  intakeLag(): Promise<number>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Sums over every producer that answers; the others are named. */
export function pendingEntries(deps: PendingDeps) {
  return async (): Promise<Pending> => {
    const unanswered: ServiceName[] = [];
    const ask = async (producer: ServiceName): Promise<Backlog> => {
      try {
        return await deps.backlogOf(producer);
      } catch (thrown) {
        deps.log.warn('a producer does not tell its backlog', { producer, err: AppError.from(thrown) });
        unanswered.push(producer);
        return { rows: 0, oldestMs: 0 };
      }
    };
    const answers = await Promise.all(deps.producers.map(ask));
    const lag = await deps.intakeLag();
    return {
      rows: answers.reduce((sum, one) => sum + one.rows, lag),
      oldestMs: Math.max(...answers.map((one) => one.oldestMs)),
      unanswered: unanswered.sort(),
    };
  };
}
