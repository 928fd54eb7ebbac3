import type { Tx } from '@pii-vault/platform/postgres/database';
import { deleteCrossPairs } from '../disclosure/cross-pairs/cross-pairs-store.ts';
import { linkRemoved } from '../events.ts';
import { deleteEdges, edgesInScope } from '../links/edge-store.ts';
import { forgetAgreement } from '../spaces/scopes/agreement-store.ts';
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
