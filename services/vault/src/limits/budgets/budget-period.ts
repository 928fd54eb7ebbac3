import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Account } from './counts-store.ts';
import { makerOf, type Subject, subjectOf } from './subject.ts';

/** The time over which a budget counts. */
export interface Period {
  /** Date as in budget_counts: of the company's zone for a daily budget, in UTC for an hourly one. */
  readonly day: string;
  /** The separately counted part of a day: the UTC hour 00 to 23, or '' for the whole day. */
  readonly slot: string;
  /** When the budget resets. */
  readonly endsAt: Date;
}

const HOUR_MS = 3_600_000;

/** The company's day at `now` (epoch ms). */
export function dayPeriod(zones: CompanyZones, companyId: number, now: number): Period {
  const { day, until } = zones.dayOf(companyId, now);
  return { day, slot: '', endsAt: new Date(until) };
}

/** The UTC hour at `now` (epoch ms). */
export function hourPeriod(now: number): Period {
  const iso = new Date(now).toISOString();
  const endsAt = new Date((Math.floor(now / HOUR_MS) + 1) * HOUR_MS);
  return { day: iso.slice(0, 10), slot: iso.slice(11, 13), endsAt };
}

/** The caller's counts of the company's day; undefined for a service. */
export function accountOf(
  zones: CompanyZones,
  ctx: Ctx,
  companyId: number,
  now = Date.now(),
): Account | undefined {
  return accountFor(zones, subjectOf(ctx.caller), companyId, now);
}

/** The counts beyond which a second person decides (makerOf). */
export function makersAccountOf(zones: CompanyZones, ctx: Ctx, companyId: number): Account | undefined {
  return accountFor(zones, makerOf(ctx.caller), companyId, Date.now());
}

const accountFor = (
  zones: CompanyZones,
  subject: Subject | undefined,
  companyId: number,
  now: number,
): Account | undefined => subject && { companyId, ...dayPeriod(zones, companyId, now), subject };
