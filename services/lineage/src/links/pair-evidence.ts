import type { Caller } from '@pii-vault/platform/core/context/caller';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { type Edge, viewersOf } from './edge.ts';
import { isGraded } from './grade.ts';
import type { Reader } from './reader.ts';

type Evidence = Pick<Edge, 'levels' | 'weights' | 'probability' | 'modelVersion'>;

/**
 * Whether the caller may reveal the values on both sides: then levels and weights of the pair tell them nothing that a
 * reveal would not, and decision 0100 shows them.
 */
export const mayRevealBoth = (caller: Caller, edge: Pick<Edge, 'lo' | 'hi'>): boolean =>
  viewersOf(edge).every((companyId) => hasPermission(caller, 'pii:reveal', companyId));

/**
 * The edge with the evidence of its pair, for a caller who may read and reveal on both sides; for others, and where
 * the evidence is shown or has gone, the edge as it is. Call it only for an edge that the reader sees: the table also
 * has pairs that are not shown yet.
 */
export async function withPairEvidence(
  tx: Tx,
  caller: Caller,
  { readable }: Pick<Reader, 'readable'>,
  edge: Edge,
): Promise<Edge> {
  const isForeign = viewersOf(edge).some((companyId) => !readable.has(companyId));
  if (!isGraded(edge) || edge.agreementId === null || isForeign || !mayRevealBoth(caller, edge)) return edge;
  const [evidence] = await tx.query<Evidence>(
    `SELECT levels, weights, probability, model_version AS "modelVersion" FROM cross_pairs WHERE edge_id = $1`,
    [edge.id],
  );
  return evidence === undefined ? edge : { ...edge, ...evidence };
}
