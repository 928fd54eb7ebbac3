import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { MAX_LIMIT, type RevealPolicy } from '../policies/reveal-policy.ts';
import { readSpentAnswers, readSpentConflicts } from './alarms-store.ts';
import { dayPeriod, hourPeriod, type Period } from './budget-period.ts';
import type { Budget } from './meters.ts';
import { refusalOf, refusalReason } from './refusals.ts';
import { spendBudget } from './spending.ts';
import { type Channel, type Subject, subjectOf } from './subject.ts';

/** A budget of answers that confirm or refute a guess about a stored value. */
export interface GuardedBudget {
  readonly budget: Budget;
  periodOf(companyId: number, now: number): Period;
  limitOf(policy: RevealPolicy, channel: Channel): number;
  /** Users whose count of the period of their company at `now` is above the limit. */
  readSpent(tx: Tx, now: number): Promise<Spent[]>;
}

export interface Spent {
  readonly companyId: number;
  readonly userId: number;
  readonly channel: Channel;
}

/** Answers to one user, per company and hour. */
export interface AnswerLimits {
  readonly session: number;
  readonly client: number;
  /** Rows of the user's imports. */
  readonly imports: number;
}

/**
 * Budget of answers which show that an external id exists, that a value of POST /pii-fields conflicts, or that a
 * correction changed nothing because the stored value is equal.
 */
export function answerBudget(limits: Pick<AnswerLimits, 'session' | 'client'>): GuardedBudget {
  const limitOn = (channel: Channel) => (channel === 1 ? limits.session : limits.client);
  return hourly('answer', limitOn);
}

/** The same for rows of imports, which are many when a whole file is sent again. */
export const importAnswerBudget = ({ imports }: Pick<AnswerLimits, 'imports'>): GuardedBudget =>
  hourly('import_answer', () => imports);

/** Answers IDENTITY_CONFLICT per day: each confirms or refutes a guess about the holder of an external id. */
export const conflictBudget = (zones: CompanyZones): GuardedBudget => ({
  budget: 'conflict',
  periodOf: (companyId, now) => dayPeriod(zones, companyId, now),
  limitOf: ({ conflicts }) => conflicts,
  readSpent: readSpentConflicts,
});

function hourly(budget: Budget, limitOn: (channel: Channel) => number): GuardedBudget {
  return {
    budget,
    periodOf: (_, now) => hourPeriod(now),
    limitOf: (_, channel) => limitOn(channel),
    readSpent: (tx, now) =>
      readSpentAnswers(tx, { budget, ...hourPeriod(now), limits: [limitOn(1), limitOn(2)] }),
  };
}

/**
 * Counts such answers. Above the limit the user cannot write people of that company until the slot ends. Writers check
 * in memory; the list of stopped users is read every 2 s.
 */
export class AnswerGuard {
  readonly #db: Pick<Database, 'tenant' | 'system'>;
  readonly #guarded: GuardedBudget;
  readonly #now: () => number;
  #stopped: ReadonlySet<string> = new Set();

  constructor(db: Pick<Database, 'tenant' | 'system'>, guarded: GuardedBudget, now: () => number = Date.now) {
    this.#db = db;
    this.#guarded = guarded;
    this.#now = now;
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    const now = this.#now();
    const spent = await this.#db.system((tx) => this.#guarded.readSpent(tx, now));
    this.#stopped = new Set(
      spent.map((one) => keyOf(one.companyId, one, this.#guarded.periodOf(one.companyId, now))),
    );
  }

  isStopped(ctx: Ctx, companyId: number): boolean {
    const subject = subjectOf(ctx.caller);
    if (subject === undefined || this.#stopped.size === 0) return false;
    return this.#stopped.has(keyOf(companyId, subject, this.#period(companyId)));
  }

  /** @throws AppError RESOURCE_EXHAUSTED with the reason of the budget and a time to try again */
  requireOpen(ctx: Ctx, companyId: number): void {
    const subject = subjectOf(ctx.caller);
    if (subject === undefined || !this.isStopped(ctx, companyId)) return;
    const period = this.#period(companyId);
    const meter = { budget: this.#guarded.budget, purpose: period.slot, limit: 0, used: 0 } as const;
    throw refusalOf(meter, { account: { companyId, ...period, subject }, need: 1 });
  }

  /** Call it before the answers are sent. The answers that exceed the limit are still sent; they stop the user. */
  async count(ctx: Ctx, companyId: number, answers: number): Promise<void> {
    const subject = subjectOf(ctx.caller);
    if (subject === undefined || answers === 0) return;
    const period = this.#period(companyId);
    const { budget } = this.#guarded;
    const account = { companyId, ...period, subject };
    const spend = (limitOf: (policy: RevealPolicy) => number) =>
      spendBudget(this.#db, ctx, {
        account,
        metersOf: (policy) => [{ budget, purpose: period.slot, limit: limitOf(policy) }],
        need: answers,
        spare: 0,
      });
    try {
      // Records the warning, or the refusal and its alarm.
      await spend((policy) => this.#guarded.limitOf(policy, subject.channel));
    } catch (error) {
      if (AppError.from(error).reason !== refusalReason(budget)) throw error;
      await spend(() => MAX_LIMIT);
      this.#stopped = new Set([...this.#stopped, keyOf(companyId, subject, period)]);
    }
  }

  #period = (companyId: number): Period => this.#guarded.periodOf(companyId, this.#now());
}

const keyOf = (
  companyId: number,
  { userId, channel }: Pick<Subject, 'userId' | 'channel'>,
  { day, slot }: Period,
): string => `${companyId}/${userId}/${channel}/${day} ${slot}`;
