import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { isStopped } from '../probes/alarms-store.ts';
import { isBulk, isImport } from '../probes/credentials.ts';
import { noteProbes, type Probe, type Spender, spentSince, usedByHour } from '../probes/probes-store.ts';
import { raiseAlarm } from '../probes/raise-alarm.ts';
import { bulkBudgets } from './bulk-budgets.ts';
import type { Disclosure } from './disclosure.ts';
import { hoursOfBulk } from './hours-of-bulk.ts';
import { probeOf } from './probe-of.ts';
import type { UnplacedPair } from './unplaced-pairs.ts';

const HOUR_MS = 3_600_000;
/** Budget of a company as a multiple of one credential's. */
export const COMPANY_SHARE = 5;

/** Hours for which a pair waits after its batch; null: until an administrator lifts the stop of the credential. */
export type Wait = number | null;

/**
 * Charges pairs to the credential whose write made them, and raises alarms above its budgets. Pairs within the rest of
 * the budget wait only for their batch. Pairs above it stop a user or client and wait until the stop is lifted; pairs
 * of an import or an agreement are spread over hours.
 * @param contested pairs whose other writer is above its budget, too, so that either may be guessing: they are held
 * back but stop no credential (charge-waiting.ts)
 */
export async function chargeLinks(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  writer: Spender,
  pairs: readonly UnplacedPair[],
  contested: ReadonlySet<UnplacedPair>,
): Promise<Wait[]> {
  if (isBulk(writer.credential)) return await chargeBulk(tx, ctx, disclosure, writer, pairs);
  return await chargeSingle(tx, ctx, disclosure, writer, pairs, contested);
}

async function chargeSingle(
  tx: Tx,
  ctx: Ctx,
  { now, budgets: { linksPerHour } }: Disclosure,
  writer: Spender,
  pairs: readonly UnplacedPair[],
  contested: ReadonlySet<UnplacedPair>,
): Promise<Wait[]> {
  const at = now();
  const stopped = await isStopped(tx, writer);
  // Pairs released by a lifted stop are charged to future hours; those of the next hour count here, too.
  const spent = await spentSince(tx, 'link', writer, {
    since: new Date(at.getTime() - HOUR_MS),
    until: new Date(at.getTime() + HOUR_MS),
  });
  const probes = pairs.map((pair) => probeOf(pair, writer));
  await noteProbes(tx, 'link', probes, at);
  const left = Math.min(linksPerHour - spent.byCredential, COMPANY_SHARE * linksPerHour - spent.byCompany);
  const admitted = stopped ? 0 : Math.max(0, Math.min(pairs.length, left));
  const beyond = probes.filter((_, n) => n >= admitted && isWithheld(pairs[n]));
  const isContested = pairs.slice(admitted).every((pair) => contested.has(pair));
  for (const [first, events] of byOtherCompany(beyond))
    await raiseAlarm(
      tx,
      ctx,
      { ...first, reason: 'links', events: spent.byCredential + admitted + events, budget: linksPerHour },
      at,
      { refusesWrites: !isContested },
    );
  return pairs.map((_, n) => (n < admitted ? 0 : null));
}

async function chargeBulk(
  tx: Tx,
  ctx: Ctx,
  { now, budgets }: Disclosure,
  writer: Spender,
  pairs: readonly UnplacedPair[],
): Promise<Wait[]> {
  const at = now();
  const since = new Date(at.getTime() - HOUR_MS);
  const { importLinksPerHour, importLinksAlarm } = await bulkBudgets(tx, budgets, writer, since);
  const used = await usedByHour(tx, 'link', writer, at);
  const waits = hoursOfBulk(used, pairs.length, importLinksPerHour);
  const probes = pairs.map((pair) => probeOf(pair, writer));
  for (const [wait, some] of Map.groupBy(probes, (_, n) => waits[n] ?? 0))
    await noteProbes(tx, 'link', some, new Date(at.getTime() + wait * HOUR_MS));
  const before = used.values().reduce((sum, n) => sum + n, 0);
  const withheld = probes.filter((_, n) => isWithheld(pairs[n]));
  for (const [first, added] of byOtherCompany(withheld)) {
    const events = before + added;
    const alarm = async (reason: 'imports' | 'bulk', budget: number) =>
      events > budget && (await raiseAlarm(tx, ctx, { ...first, reason, events, budget }, at));
    if (isImport(writer.credential)) await alarm('imports', importLinksAlarm);
    await alarm('bulk', importLinksPerHour);
  }
  return waits;
}

/** If both companies agreed to immediate disclosure, nothing is held back and no alarm is raised. */
const isWithheld = (pair: UnplacedPair | undefined): boolean => pair !== undefined && pair.minutes > 0;

/** The first probe of each other company, and the number of its probes. */
function byOtherCompany(probes: readonly Probe[]): Array<readonly [first: Probe, events: number]> {
  const groups = Map.groupBy(probes, ({ otherCompanyId }) => otherCompanyId);
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [[group[0], group.length]]));
}
