import type { Database } from '@pii-vault/platform/postgres/database';
import { enqueuePeople } from '../../spaces/rematch-store.ts';
import { companyOf } from '../../spaces/scopes/scope.ts';
import { enqueueRecords } from '../queue-store.ts';
import { nextConsentEnd, takeEnded, withholdPeople } from './consent-ends-store.ts';

/** Maximum number of people per transaction. */
const BATCH = 500;
const ANY_VERSION = 1;

/**
 * Applies consents that end at a time. A withdrawal comes as `vault.record_changed`; the vault then answers that the
 * person is gone. A read waits until the pairs of people whose consent has ended are grades. The tick finds new end
 * times, so a process learns within a second of one that another process stored.
 */
export class ConsentEnds {
  readonly #db: Pick<Database, 'system'>;
  readonly #now: () => Date;
  /** The next known end time. */
  #nextAt: Date | null = null;
  /** The running work; concurrent reads share it. */
  #settling: Promise<void> | undefined;

  constructor(db: Pick<Database, 'system'>, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Finds the next end time. Call it before the first read. */
  async find(): Promise<void> {
    this.#nextAt = await this.#db.system(nextConsentEnd);
  }

  /** Call it every second. */
  async refresh(): Promise<void> {
    await this.find();
    await this.settle();
  }

  /** Call it before a read of pairs. */
  async settle(): Promise<void> {
    const now = this.#now();
    if (this.#nextAt === null || this.#nextAt > now) return;
    this.#settling ??= this.#settleAll(now).finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  async #settleAll(now: Date): Promise<void> {
    while ((await this.#settleSome(now)) === BATCH);
    await this.find();
  }

  async #settleSome(now: Date): Promise<number> {
    return await this.#db.system(async (tx) => {
      const ended = await takeEnded(tx, now, BATCH);
      const inside = ended.filter(({ scope }) => companyOf(scope) !== null);
      const across = ended.filter(({ scope }) => companyOf(scope) === null);
      await withholdPeople(tx, inside);
      // A match that started earlier may write levels after this; across companies the vault decides who is still
      // linked.
      for (const [scope, some] of Map.groupBy(inside, (one) => one.scope))
        await enqueuePeople(tx, scope, some);
      await enqueueRecords(
        tx,
        across.map((one) => ({ ...one, version: ANY_VERSION })),
      );
      return ended.length;
    });
  }
}
