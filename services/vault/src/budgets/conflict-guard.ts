import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { MAX_LIMIT } from '../policies/reveal-policy.ts';
import { readSpentConflicts } from './alarms-store.ts';
import { dayOf } from './budget-day.ts';
import { refusalOf } from './refusals.ts';
import { spendBudget } from './spending.ts';
import { type Subject, subjectOf } from './subject.ts';

/**
 * Counts answers IDENTITY_CONFLICT: each confirms or denies a guess about who holds an external id. Above the company's
 * number the user writes no people of that company until the day is over. Writers look in memory; the list of who is
 * stopped is read every two seconds.
 */
export class ConflictGuard {
  readonly #db: Pick<Database, 'tenant' | 'system'>;
  readonly #now: () => number;
  #stopped: ReadonlySet<string> = new Set();

  constructor(db: Pick<Database, 'tenant' | 'system'>, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** To be called every 2 s. */
  async poll(): Promise<void> {
    const day = dayOf(this.#now());
    const spent = await this.#db.system((tx) => readSpentConflicts(tx, day));
    this.#stopped = new Set(
      spent.map(({ companyId, userId, channel }) => keyOf(companyId, { userId, channel }, day)),
    );
  }

  isStopped(ctx: Ctx, companyId: number): boolean {
    const subject = subjectOf(ctx.caller);
    return subject !== undefined && this.#stopped.has(keyOf(companyId, subject, dayOf(this.#now())));
  }

  /** @throws AppError RESOURCE_EXHAUSTED CONFLICT_BUDGET_SPENT */
  requireOpen(ctx: Ctx, companyId: number): void {
    const subject = subjectOf(ctx.caller);
    if (subject === undefined || !this.isStopped(ctx, companyId)) return;
    const day = dayOf(this.#now());
    const meter = { budget: 'conflict', purpose: '', limit: 0, used: 0 } as const;
    throw refusalOf(meter, { account: { companyId, day, subject }, need: 1 });
  }

  /** To be called before the answers are given. */
  async count(ctx: Ctx, companyId: number, conflicts: number): Promise<void> {
    const subject = subjectOf(ctx.caller);
    if (subject === undefined || conflicts === 0) return;
    const account = { companyId, day: dayOf(this.#now()), subject };
    let limit = MAX_LIMIT;
    const meter = (most: number) => [{ budget: 'conflict', purpose: '', limit: most }] as const;
    const { tight } = await spendBudget(this.#db, ctx, {
      account,
      metersOf: (policy) => {
        limit = policy.conflicts;
        return meter(MAX_LIMIT);
      },
      need: conflicts,
      spare: 0,
    });
    if (tight === undefined || tight.used <= limit) return;
    this.#stopped = new Set([...this.#stopped, keyOf(companyId, subject, account.day)]);
    // Enters the refusal and its alarm.
    await spendBudget(this.#db, ctx, { account, metersOf: () => meter(limit), need: 1, spare: 0 }).catch(
      (error: unknown) => {
        if (AppError.from(error).reason !== 'CONFLICT_BUDGET_SPENT') throw error;
      },
    );
  }
}

const keyOf = (
  companyId: number,
  { userId, channel }: Pick<Subject, 'userId' | 'channel'>,
  day: string,
): string => `${companyId}/${userId}/${channel}/${day}`;
