import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { returnToApproval } from '../approvals/approvals-store.ts';
import type { UseApproval } from '../approvals/usable-approvals.ts';
import { dayPeriod } from './budget-period.ts';
import { type Account, giveBack } from './counts-store.ts';
import { bulkMeters, type Meter, type MeterState, revealMeters } from './meters.ts';
import { type Asked, type Granted, spendBudget } from './spending.ts';
import { makerOf, type Subject, subjectOf } from './subject.ts';

export interface Spending {
  readonly companyId: number;
  readonly purpose: string;
  readonly people: number;
  /** Reveals by POST /pii-records/reveal, in slices of any size. */
  readonly isBulk: boolean;
}

/** A spending, and the meters that count it: those of reveals, that of bulk reveals, or both. */
interface Counted extends Spending {
  readonly counts: 'reveals' | 'bulk' | 'all';
}

/** Used part of a day's budget; sent from 80 % on. */
export interface BudgetNotice {
  readonly limit: number;
  readonly used: number;
  readonly resetsAt: Date;
}

/** Permission to show some people; return the unused rest of it. */
export interface Taken {
  readonly approvalId?: number;
  readonly notice?: BudgetNotice;
  giveBack(people: number): void;
}

/** People that a process reserved from a budget and has not shown yet. */
interface Lease {
  readonly account: Account;
  meters: readonly Meter[];
  left: number;
  /** The meter with the least left, by the last reservation. */
  tightest: MeterState | undefined;
  lastUsedAt: number;
  /** When the oldest part of the rest was reserved, under the limits of that time. */
  reservedAt: number;
  /** The lease has been returned; later refunds of callers are written at once. */
  isOver: boolean;
  /** Callers for which the lease is too small are serialised. */
  turn: Promise<unknown>;
}

interface Reclaimed {
  unused: Unused[];
}

interface Unused {
  readonly account: Account;
  readonly meters: readonly Meter[];
  readonly people: number;
}

/** Reserved ahead, so that most reveals need no query; at most a twentieth of what is left. */
const SPARE = 10_000;
/** Idle time after which the rest of a lease is returned. */
const IDLE_MS = 2_000;
/** Longest validity of a reservation's limits: a busy lease never becomes idle. */
const MAX_AGE_MS = 10_000;
const NOT_COUNTED: Taken = { giveBack: () => undefined };
const WARNS_AT = 0.8;

/**
 * Daily limit of people per user. A process reserves people in PostgreSQL before it shows them and returns the unused
 * rest, so all processes together never exceed the budget. After a crash the reserved people count as used until the
 * company's day ends.
 */
export class RevealBudgets {
  readonly #db: Pick<Database, 'tenant' | 'system'>;
  readonly #zones: CompanyZones;
  readonly #useApproval: UseApproval;
  readonly #now: () => number;
  readonly #leases = new Map<string, Lease>();
  #unused: Unused[] = [];
  #unusedApprovals: { readonly id: number; readonly people: number }[] = [];

  constructor(
    db: Pick<Database, 'tenant' | 'system'>,
    zones: CompanyZones,
    useApproval: UseApproval,
    now: () => number = Date.now,
  ) {
    this.#db = db;
    this.#zones = zones;
    this.#useApproval = useApproval;
    this.#now = now;
  }

  /** Synchronous where the process has reserved enough. @throws AppError, see spendBudget */
  take(ctx: Ctx, spending: Spending): Taken | Promise<Taken> {
    const [subject, maker] = [subjectOf(ctx.caller), makerOf(ctx.caller)];
    if (subject === undefined || maker === undefined || spending.people === 0) return NOT_COUNTED;
    const { isBulk } = spending;
    if (!isBulk || maker.userId === subject.userId)
      return this.#take(ctx, subject, { ...spending, counts: isBulk ? 'all' : 'reveals' });
    return this.#takeOfMaker(ctx, subject, maker, spending);
  }

  /** Bulk reveals by a credential that another account made: of that account's bulk budget, and of the user's own. */
  async #takeOfMaker(ctx: Ctx, subject: Subject, maker: Subject, spending: Spending): Promise<Taken> {
    const bulk = await this.#take(ctx, maker, { ...spending, counts: 'bulk' });
    if (bulk.approvalId !== undefined) return bulk;
    try {
      const own = await this.#take(ctx, subject, { ...spending, counts: 'reveals' });
      if (own.approvalId === undefined) return joined(bulk, own);
      bulk.giveBack(spending.people);
      return own;
    } catch (error) {
      bulk.giveBack(spending.people);
      throw error;
    }
  }

  #take(ctx: Ctx, subject: Subject, spending: Counted): Taken | Promise<Taken> {
    const lease = this.#leaseOf(subject, spending);
    if (this.#covers(lease, spending.people)) return this.#from(lease, spending.people);
    const taken = lease.turn.then(() => this.#reserve(ctx, lease, spending));
    lease.turn = taken.catch(() => undefined);
    return taken;
  }

  async #reserve(ctx: Ctx, lease: Lease, { people, purpose, counts }: Counted): Promise<Taken> {
    if (this.#covers(lease, people)) return this.#from(lease, people);
    if (this.#isOld(lease)) this.#release(lease);
    const { account } = lease;
    const found = await this.#spend(ctx, lease, {
      account,
      metersOf: (policy) =>
        counts === 'bulk'
          ? bulkMeters(policy)
          : revealMeters(policy, account.subject.channel, { purpose, isBulk: counts === 'all' }),
      need: people,
      spare: SPARE,
      approval: { kind: 'reveal', purpose, use: this.#useApproval },
    });
    const { approvalId } = found;
    if (approvalId !== undefined) return this.#ofApproval(approvalId);
    // Under another policy, other meters count the same people.
    if (lease.left > 0 && !hasSameMeters(lease.meters, found.meters)) this.#release(lease);
    if (lease.left === 0) lease.reservedAt = this.#now();
    lease.meters = found.meters;
    lease.tightest = found.tightest;
    lease.left += found.granted;
    const taken = this.#from(lease, people);
    if (lease.isOver) this.#release(lease);
    return taken;
  }

  async #spend(ctx: Ctx, lease: Lease, asked: Asked): Promise<Granted> {
    const reclaimed: Reclaimed = { unused: [] };
    try {
      const reclaim = (tx: Tx) => this.#reclaim(tx, lease, reclaimed);
      return await spendBudget(this.#db, ctx, { ...asked, reclaim });
    } finally {
      // Without a commit it waits for the next flush.
      this.#unused.push(...reclaimed.unused);
    }
  }

  /** Returns what the same user reserved for other purposes and calls, and pending refunds. */
  async #reclaim(tx: Tx, { account }: Lease, reclaimed: Reclaimed): Promise<void> {
    for (const lease of this.#leases.values()) if (isSame(lease.account, account)) this.#release(lease);
    reclaimed.unused = this.#unused.filter((one) => isSame(one.account, account));
    this.#unused = this.#unused.filter((one) => !isSame(one.account, account));
    tx.afterCommit(() => {
      reclaimed.unused = [];
    });
    await writeBack(tx, reclaimed.unused, []);
  }

  #covers = (lease: Lease, people: number): boolean => lease.left >= people && !this.#isOld(lease);

  #isOld = ({ reservedAt }: Lease): boolean => reservedAt <= this.#now() - MAX_AGE_MS;

  #from(lease: Lease, people: number): Taken {
    lease.left -= people;
    lease.lastUsedAt = this.#now();
    const giveBack = (unused: number) => this.#return(lease, unused);
    const { tightest } = lease;
    if (tightest === undefined) return { giveBack };
    const used = tightest.used - lease.left;
    if (used < tightest.limit * WARNS_AT) return { giveBack };
    return {
      giveBack,
      notice: { limit: tightest.limit, used, resetsAt: lease.account.endsAt },
    };
  }

  #ofApproval(approvalId: number): Taken {
    return {
      approvalId,
      giveBack: (people) => void this.#unusedApprovals.push({ id: approvalId, people }),
    };
  }

  #leaseOf(subject: Subject, { companyId, purpose, counts }: Counted): Lease {
    const { day, endsAt } = dayPeriod(this.#zones, companyId, this.#now());
    const key = `${companyId}/${subject.userId}/${subject.channel}/${subject.clientId}/${counts}/${purpose}/${day}`;
    let lease = this.#leases.get(key);
    if (lease === undefined) {
      const account = { companyId, day, endsAt, subject };
      const turn = Promise.resolve();
      const at = this.#now();
      const state = { left: 0, lastUsedAt: at, reservedAt: at, isOver: false };
      lease = { account, meters: [], tightest: undefined, turn, ...state };
      this.#leases.set(key, lease);
    }
    return lease;
  }

  /** Returns the rest of idle leases, or of all at shutdown; failed writes are retried. */
  async flush(isEnd = false): Promise<void> {
    for (const [key, lease] of this.#leases) {
      if (!isEnd && lease.lastUsedAt > this.#now() - IDLE_MS) continue;
      lease.isOver = true;
      this.#release(lease);
      this.#leases.delete(key);
    }
    const [unused, approvals] = [this.#unused, this.#unusedApprovals];
    if (unused.length === 0 && approvals.length === 0) return;
    [this.#unused, this.#unusedApprovals] = [[], []];
    try {
      await this.#db.system((tx) => writeBack(tx, unused, approvals));
    } catch (error) {
      this.#unused.push(...unused);
      this.#unusedApprovals.push(...approvals);
      throw error;
    }
  }

  #return(lease: Lease, people: number): void {
    lease.left += people;
    if (lease.isOver) this.#release(lease);
  }

  #release(lease: Lease): void {
    if (lease.left > 0)
      this.#unused.push({ account: lease.account, meters: lease.meters, people: lease.left });
    lease.left = 0;
  }
}

/** People who are counted twice; the notice of the user's own budget takes precedence. */
const joined = (bulk: Taken, own: Taken): Taken => ({
  ...bulk,
  ...own,
  giveBack(people) {
    own.giveBack(people);
    bulk.giveBack(people);
  },
});

/** Accounts, then approvals, each in a fixed order, so that concurrent processes do not deadlock. */
async function writeBack(
  tx: Tx,
  unused: readonly Unused[],
  approvals: readonly { readonly id: number; readonly people: number }[],
): Promise<void> {
  for (const { account, meters, people } of unused.toSorted(byAccount))
    await giveBack(tx, account, meters, people);
  for (const { id, people } of approvals.toSorted((a, b) => a.id - b.id))
    await returnToApproval(tx, id, people);
}

function byAccount({ account: a }: Unused, { account: b }: Unused): number {
  return (
    a.companyId - b.companyId ||
    a.day.localeCompare(b.day) ||
    a.subject.userId - b.subject.userId ||
    a.subject.channel - b.subject.channel
  );
}

const isSame = (some: Account, other: Account): boolean =>
  some.companyId === other.companyId &&
  some.day === other.day &&
  some.subject.userId === other.subject.userId &&
  some.subject.channel === other.subject.channel;

function hasSameMeters(some: readonly Meter[], others: readonly Meter[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ budget, purpose }, n) => budget === others[n]?.budget && purpose === others[n]?.purpose)
  );
}
