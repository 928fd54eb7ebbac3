import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { isBulk } from '../probes/credentials.ts';
import { type HourUse, noteProbes, type Spender, waitingByHour } from '../probes/probes-store.ts';
import { raiseAlarm } from '../probes/raise-alarm.ts';
import { bulkBudgets } from './bulk-budgets.ts';
import { COMPANY_SHARE, type Wait } from './charge-links.ts';
import type { Budgets, Disclosure } from './disclosure.ts';
import { hoursWithRoom } from './hours-of-bulk.ts';
import { probeOf } from './probe-of.ts';
import type { UnplacedPair } from './unplaced-pairs.ts';

const HOUR_MS = 3_600_000;
/** Retention of writes (disclose-pairs.ts): an import's people wait that long. */
const WRITES_KEPT_MS = 30 * 24 * HOUR_MS;

/** A pair, and how long its maker's budget delays it. */
export interface PlacedPair {
  readonly pair: UnplacedPair;
  readonly wait: Wait;
}

/**
 * Charges pairs to the writers of the older records: a decoy written before the victim's record is a probe, too. Above
 * the budget a pair waits for hours, and both companies get an alarm. No credential is stopped, because its owner does
 * not choose when another company writes its people.
 * @param placed pairs held back by a stop (null) count for the alarm and are charged to no hour
 * @returns the hours for which each pair waits, never fewer than before
 */
export async function chargeWaiting(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  placed: readonly PlacedPair[],
): Promise<Wait[]> {
  const waits = placed.map(({ wait }) => wait);
  const numbered = placed.map((one, n) => ({ ...one, n }));
  for (const group of Map.groupBy(numbered, ({ pair }) => meterOf(pair)?.key).values()) {
    const [first] = group;
    const meter = first && meterOf(first.pair);
    if (meter === undefined) continue;
    const charged = group.filter(({ wait }) => wait !== null);
    const since = new Date(disclosure.now().getTime() - WRITES_KEPT_MS);
    const budgets = {
      ...disclosure.budgets,
      ...(await bulkBudgets(tx, disclosure.budgets, meter.waiter, since)),
    };
    const used = await waitingByHour(tx, meter.kind, meter.waiter, disclosure.now());
    const earliest = charged.map(({ wait }) => wait ?? 0);
    const hours = hoursWithRoom(earliest, (hour) => meter.roomOf(used.of(hour), budgets));
    for (const [at, { n, wait }] of charged.entries()) waits[n] = hours[at] ?? wait;
    for (const [hour, some] of Map.groupBy(charged, ({ n }) => waits[n] ?? 0)) {
      const at = new Date(disclosure.now().getTime() + hour * HOUR_MS);
      const probes = some.map(({ pair }) => probeOf(pair, meter.waiter));
      await noteProbes(tx, meter.kind, probes, at);
    }
    const asked = group.filter(({ pair }) => pair.minutes > 0).map(({ pair }) => pair);
    await warn(tx, ctx, { ...disclosure, budgets }, meter, used.total, asked);
  }
  return waits;
}

interface Meter {
  readonly key: string;
  readonly kind: 'waiting' | 'waiting_bulk';
  readonly waiter: Spender;
  roomOf(used: HourUse, budgets: Budgets): number;
}

/** Undefined: the pair is charged only to its maker. */
function meterOf({ writer, waiter }: UnplacedPair): Meter | undefined {
  // An import matches records of many years, so it has a separate budget and alarm.
  if (waiter === null || isBulk(writer.credential)) return undefined;
  const { companyId, credential } = waiter;
  if (isBulk(credential))
    return {
      key: `bulk ${companyId} ${credential}`,
      kind: 'waiting_bulk',
      waiter,
      roomOf: ({ byCompany }, { importLinksPerHour }) => importLinksPerHour - byCompany,
    };
  return {
    key: `single ${companyId} ${credential}`,
    kind: 'waiting',
    waiter,
    roomOf: ({ byCredential, byCompany }, { linksPerHour }) =>
      Math.min(linksPerHour - byCredential, COMPANY_SHARE * linksPerHour - byCompany),
  };
}

async function warn(
  tx: Tx,
  ctx: Ctx,
  { now, budgets }: Disclosure,
  { kind, waiter }: Meter,
  used: HourUse,
  pairs: readonly UnplacedPair[],
): Promise<void> {
  const budget = kind === 'waiting' ? budgets.linksPerHour : budgets.importLinksAlarm;
  const before = kind === 'waiting' ? used.byCredential : used.byCompany;
  const isCompanys =
    kind === 'waiting' && used.byCompany + pairs.length > COMPANY_SHARE * budgets.linksPerHour;
  const probes = pairs.map((pair) => probeOf(pair, waiter));
  for (const [first, ...others] of Map.groupBy(probes, ({ otherCompanyId }) => otherCompanyId).values()) {
    if (first === undefined) continue;
    const events = before + 1 + others.length;
    if (events > budget || isCompanys)
      await raiseAlarm(tx, ctx, { ...first, reason: 'waiting', events, budget }, now());
  }
}

/**
 * Pairs whose older record's writer is above its budget, too. Which of the two writers guesses is unknown, so the
 * writer of the newer record is not stopped. None of the pairs is shown.
 */
export async function contestedPairs(
  tx: Tx,
  { now, budgets: { linksPerHour } }: Disclosure,
  pairs: readonly UnplacedPair[],
): Promise<ReadonlySet<UnplacedPair>> {
  const contested = new Set<UnplacedPair>();
  for (const group of Map.groupBy(pairs, (pair) => meterOf(pair)?.key).values()) {
    const meter = group[0] && meterOf(group[0]);
    if (meter === undefined || meter.kind !== 'waiting') continue;
    const used = await waitingByHour(tx, meter.kind, meter.waiter, now());
    for (const pair of group.slice(Math.max(0, linksPerHour - used.total.byCredential))) contested.add(pair);
  }
  return contested;
}
