import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { deleteCrossPairs } from '../disclosure/cross-pairs/cross-pairs-store.ts';
import { linkRemoved } from '../events.ts';
import { deleteEdges, edgesInScope } from '../links/edge-store.ts';
import { forgetAgreement, notedAgreements, openAgreements } from '../spaces/scopes/agreement-store.ts';
import type { AgreementWatch, LiveAgreement } from '../spaces/scopes/agreement-watch.ts';
import { crossScope } from '../spaces/scopes/scope.ts';
import { lockScopes } from '../spaces/space-lock.ts';

const BATCH = 1_000;

/**
 * Deletes an ended agreement's edges and features, one batch per transaction. Readers do not see the edges after the
 * end, because they read live agreements only.
 * @returns whether nothing is left
 */
export async function closeAgreement(tx: Tx, agreementId: number): Promise<boolean> {
  await lockScopes(tx, [crossScope(agreementId)]);
  const edges = await edgesInScope(tx, crossScope(agreementId), BATCH);
  await deleteCrossPairs(tx, edges);
  await deleteEdges(tx, edges);
  await tx.publishAll(
    edges.flatMap((edge) =>
      [edge.lo.companyId, edge.hi.companyId].map((company) => linkRemoved(edge, company)),
    ),
  );
  if (edges.length === BATCH) return false;
  await forgetAgreement(tx, agreementId);
  return true;
}

/** Opens a scope for each agreement that came into force, and deletes those of ended agreements. */
export async function followAgreements(
  db: Pick<Database, 'system'>,
  agreements: Pick<AgreementWatch, 'refresh'>,
  encodingVersion: number,
  signal: AbortSignal,
): Promise<void> {
  const live = await agreements.refresh();
  await db.system((tx) => openAgreements(tx, live, encodingVersion));
  const noted = await db.system(notedAgreements);
  if (withoutThese(noted, live).length === 0) return;
  // Another process may have stored an agreement that came into force after this process polled.
  for (const ended of withoutThese(noted, await agreements.refresh()))
    while (!signal.aborted && !(await db.system((tx) => closeAgreement(tx, ended))));
}

function withoutThese(ids: readonly number[], agreements: readonly LiveAgreement[]): number[] {
  const known = new Set(agreements.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
