import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ListRevealsResponse, RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import type { Item } from './delivery.ts';
import { type Listener, queueDeliveries } from './queue-deliveries.ts';

export interface RevealListener extends Listener {
  /** Index of the last leaf of the trail that was sent to the webhook. */
  readonly after: number;
}

export interface TellRevealsDeps {
  readonly db: Pick<Database, 'system'>;
  readonly feed: Pick<RpcClient<typeof RevealFeedService>, 'listReveals'>;
  self(): Ctx;
  /** Called when there are new messages. */
  wake(): void;
}

/** Total size far below the 1 MiB limit of a message between services. */
const COMPANIES_AT_ONCE = 5;
const ENTRIES_AT_ONCE = 400;
/** A webhook with this many waiting messages gets no more: later reveals stay in the trail. */
const PAUSED_AT = 1_000;

/**
 * Sends reveals to webhooks, in messages of up to 500. Reads them from the audit trail, from each webhook's position: a
 * reveal writes only its audit entry, a webhook gets only what the trail contains, and an unavailable receiver misses
 * nothing.
 */
export function sendReveals(deps: TellRevealsDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const listeners = await deps.db.system(revealListeners);
      const companies = furthestBehind(listeners);
      isMore = false;
      for (let start = 0; start < companies.length; start += COMPANIES_AT_ONCE) {
        const some = companies.slice(start, start + COMPANIES_AT_ONCE);
        if (await tellSome(deps, some)) isMore = true;
      }
    }
  };
}

/** Webhooks of one company with the same position. */
interface Group {
  readonly companyId: number;
  readonly after: number;
  readonly webhookIds: readonly number[];
}

async function tellSome({ db, feed, self, wake }: TellRevealsDeps, groups: readonly Group[]) {
  const after = groups.map((group) => ({
    companyId: group.companyId,
    leafIndex: group.after,
  }));
  const page = await feed.listReveals(self(), { after, limit: ENTRIES_AT_ONCE });
  if (page.readUpTo.length === 0) return false;
  const queued = await db.system((tx) => queuePage(tx, groups, page));
  if (queued > 0) wake();
  return true;
}

/** Position and messages change in one transaction: each reveal is sent once, also with concurrent senders. */
async function queuePage(tx: Tx, groups: readonly Group[], page: ListRevealsResponse): Promise<number> {
  const ends = new Map(page.readUpTo.map((one) => [one.companyId, one.leafIndex]));
  const items = itemsOf(page);
  let queued = 0;
  for (const { companyId, after, webhookIds } of groups) {
    const end = ends.get(companyId);
    if (end === undefined) continue;
    const moved = await tx.query<Listener>(
      `UPDATE webhooks SET reveals_after = $4::bigint
       WHERE company_id = $1::bigint AND id = ANY ($2::bigint[]) AND reveals_after = $3::bigint
       RETURNING company_id AS "companyId", id AS "webhookId"`,
      [companyId, webhookIds, after, end],
    );
    queued += await queueDeliveries(tx, 'field_revealed', moved, items);
  }
  return queued;
}

function itemsOf({ reveals }: ListRevealsResponse): Map<number, Item[]> {
  const items = new Map<number, Item[]>();
  for (const { companyId, auditId, individualIds, occurredAt } of reveals) {
    const ofCompany = items.get(companyId) ?? [];
    items.set(companyId, ofCompany);
    const at = occurredAt?.toISOString() ?? '';
    for (const individualId of individualIds) ofCompany.push({ auditId, individualId, at });
  }
  return items;
}

/** Per company the webhooks that are furthest behind: the others wait until these have caught up. */
function furthestBehind(listeners: readonly RevealListener[]): Group[] {
  return [...Map.groupBy(listeners, ({ companyId }) => companyId)].map(([companyId, ofCompany]) => {
    const after = Math.min(...ofCompany.map((one) => one.after));
    const webhookIds = ofCompany.filter((one) => one.after === after).map((one) => one.webhookId);
    return { companyId, after, webhookIds };
  });
}

function revealListeners(tx: Tx): Promise<RevealListener[]> {
  return tx.query<RevealListener>(
    `SELECT w.company_id AS "companyId", w.id AS "webhookId", w.reveals_after AS after FROM webhooks w
     WHERE w.status = 'active' AND 'field_revealed' = ANY (w.events) AND (
       SELECT count(*) FROM (
         SELECT FROM deliveries d WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.status = 'pending'
         LIMIT $1::bigint) waiting) < $1::bigint
     ORDER BY w.company_id, w.id`,
    [PAUSED_AT],
  );
}
