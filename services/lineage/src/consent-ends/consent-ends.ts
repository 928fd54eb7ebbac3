import type { Database } from '@pii-vault/platform/postgres/database';
import { enqueueRecords } from '../matching/queue-store.ts';
import { enqueuePeople } from '../matching/rematch-store.ts';
import { companyOf } from '../scopes/scope.ts';
import { nextConsentEnd, takeEnded, withholdPeople } from './consent-ends-store.ts';

/** People of one transaction. */
const BATCH = 500;
const ANY_VERSION = 1;

/**
 * Consents that end by the clock. A read waits until the pairs of whose consent has ended are grades; the tick finds
 * new ends, so a process knows of one that another stored after a second at the latest.
 */
export class ConsentEnds {
  readonly #db: Pick<Database, 'system'>;
  readonly #now: () => Date;
  /** The next end that is known. */
  #nextAt: Date | null = null;
  /** The work under way; concurrent reads share it. */
  #settling: Promise<void> | undefined;

  constructor(db: Pick<Database, 'system'>, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Finds the next end. Call it before the first read. */
  async find(): Promise<void> {
    this.#nextAt = await this.#db.system(nextConsentEnd);
  }

  /** To be called every second. */
  async refresh(): Promise<void> {
    await this.find();
    await this.settle();
  }

  /** To be called before a read of pairs. */
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
      // A match that began before may write levels after this; across companies the vault says who is still linked.
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
