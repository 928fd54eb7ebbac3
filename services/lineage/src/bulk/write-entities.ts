import type { Tx } from '@pii-vault/platform/db/database';
import { reconcileEntities } from '../entities/entities-store.ts';
import { clusterRecords } from '../scoring/cluster-records.ts';
import type { SpaceMatches } from './space-matches.ts';
import type { JoiningPair } from './write-links.ts';

/** One union pass over a company's own scope; across companies there are no entities. */
export async function writeEntities(
  tx: Tx,
  { space, rows }: Pick<SpaceMatches, 'space' | 'rows'>,
  joining: readonly JoiningPair[],
): Promise<void> {
  if (!space.scope.startsWith('intra:')) return;
  const companyId = Number(space.scope.slice('intra:'.length));
  const verified = joining.filter(({ status }) => status === 'verified');
  const roots = clusterRecords(
    rows.columns,
    verified.map(({ a, b, probability, pattern }) => ({ a, b, probability, pattern, grade: 'verified' })),
    {
      together: verified.filter(({ isDecided }) => isDecided).map(({ a, b }) => [a, b]),
      apart: joining.filter(({ status }) => status === 'rejected').map(({ a, b }) => [a, b]),
    },
  );
  const touched = new Set(verified.flatMap(({ a, b }) => [a, b]));
  const groups = Map.groupBy(
    [...touched].sort((a, b) => a - b),
    (row) => roots[row],
  )
    .values()
    .filter((members) => members.length > 1)
    .map((members) => members.map((row) => rows.refOf(row).individualId))
    .toArray();
  const records = new Set([...groups.flat(), ...(await heldBy(tx, companyId))]);
  await reconcileEntities(tx, companyId, [...records], groups);
}

/** Everybody who is in an entity so far. */
async function heldBy(tx: Tx, companyId: number): Promise<number[]> {
  const held = await tx.query<{ individualId: number }>(
    'SELECT individual_id AS "individualId" FROM entities WHERE company_id = $1',
    [companyId],
  );
  return held.map(({ individualId }) => individualId);
}
