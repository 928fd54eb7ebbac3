import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { isStopped } from '../probes/alarms-store.ts';
import { noteProbes, type Spender, spentSince } from '../probes/probes-store.ts';
import { raiseAlarm } from '../probes/raise-alarm.ts';
import type { Scope } from '../scopes/scope.ts';
import { batchInstants } from './batches-store.ts';
import { type CrossPair, pairKeys } from './cross-pairs-store.ts';
import type { Disclosure } from './disclosure.ts';
import { type UnplacedPair, unplacedPairs } from './unplaced-pairs.ts';

const HOUR_MS = 3_600_000;
/** A company may cause so many times what one of its credentials may. */
const COMPANY_SHARE = 5;
const HELD_BACK = 'infinity';

/** When a pair is shown. */
type Instant = Date | typeof HELD_BACK;

/**
 * Chooses when the new pairs of scopes are shown: in the batch of their agreement, those of an import when a pass over the
 * space ends it, and never those beyond the budget of the credential whose write made them. Under the locks of the scopes.
 * @param isPass all records of a space were matched at once, as at the end of an import
 */
export async function placePairs(
  tx: Tx,
  ctx: Ctx,
  disclosure: Disclosure,
  scopes: readonly Scope[],
  isPass: boolean,
): Promise<void> {
  const pairs = await unplacedPairs(tx, scopes);
  if (pairs.length === 0) return;
  const batches = await batchInstants(tx, disclosure, pairs);
  const now = disclosure.now();
  const groups = Map.groupBy(pairs, ({ writer }) => `${writer?.companyId} ${writer?.credential}`);
  for (const group of groups.values()) {
    const batchOf = (pair: UnplacedPair): Date => {
      const isEnd = isPass && isImport(pair.writer);
      const at = isEnd ? now : (batches.get(pair.agreementId) ?? now);
      const waits = pair.writer !== undefined && pair.minutes > 0 && !pair.hasPersonalId;
      return waits ? new Date(at.getTime() + disclosure.budgets.weakPairHours * HOUR_MS) : at;
    };
    const writer = group[0]?.writer;
    const admitted = writer === undefined ? group.length : await spend(tx, ctx, disclosure, writer, group);
    const instants = group.map((pair, at): Instant => {
      if (pair.minutes === 0 || at < admitted) return batchOf(pair);
      if (!isImport(writer)) return HELD_BACK;
      const later = Math.ceil((at + 1 - admitted) / disclosure.budgets.importLinksPerHour);
      return new Date(batchOf(pair).getTime() + later * HOUR_MS);
    });
    await setInstants(tx, group, instants, writer);
  }
}

const isImport = (writer: Spender | undefined): boolean => writer?.credential.startsWith('import:') === true;

/** Notes the pairs and raises an alarm beyond the budget. @returns how many of them the budget still admits */
async function spend(
  tx: Tx,
  ctx: Ctx,
  { now, budgets }: Disclosure,
  writer: Spender,
  group: readonly UnplacedPair[],
): Promise<number> {
  const at = now();
  const stopped = !isImport(writer) && (await isStopped(tx, writer));
  const spent = await spentSince(tx, 'link', writer, new Date(at.getTime() - HOUR_MS));
  const probes = group.map((pair) => probeOf(pair, writer));
  await noteProbes(tx, 'link', probes, at);
  const { linksPerHour, importLinksPerHour } = budgets;
  const left = isImport(writer)
    ? importLinksPerHour - spent.byCompany
    : Math.min(linksPerHour - spent.byCredential, COMPANY_SHARE * linksPerHour - spent.byCompany);
  const admitted = stopped ? 0 : Math.max(0, Math.min(group.length, left));
  // Both companies agreed that every record is answered at once: there is nothing to hold back.
  const beyond = probes.filter((_, n) => n >= admitted && (group[n]?.minutes ?? 0) > 0);
  const budget = isImport(writer) ? importLinksPerHour : linksPerHour;
  for (const [, [first, ...others]] of Map.groupBy(beyond, ({ otherCompanyId }) => otherCompanyId))
    if (first !== undefined) {
      const events = spent.byCredential + admitted + 1 + others.length;
      await raiseAlarm(tx, ctx, { ...first, reason: 'links', events, budget }, at);
    }
  return admitted;
}

function probeOf({ agreementId, lo, hi }: CrossPair, { companyId, credential }: Spender) {
  const [own, other] = lo.companyId === companyId ? [lo, hi] : [hi, lo];
  return {
    companyId,
    otherCompanyId: other.companyId,
    agreementId,
    credential,
    individualId: own.individualId,
  };
}

async function setInstants(
  tx: Tx,
  pairs: readonly CrossPair[],
  instants: readonly Instant[],
  writer: Spender | undefined,
): Promise<void> {
  await tx.query(
    `UPDATE cross_pairs p SET disclose_at = i.at, credential = $7, charged_company_id = $8
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       AS i(scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, at)
     WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
       = (i.scope, i.lo_company_id, i.lo_individual_id, i.hi_company_id, i.hi_individual_id)`,
    [...pairKeys(pairs), instants, writer?.credential ?? '', writer?.companyId ?? null],
  );
}
