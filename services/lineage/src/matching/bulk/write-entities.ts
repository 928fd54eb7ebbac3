import type { Tx } from '@pii-vault/platform/postgres/database';
import { heldEntities, reconcileEntities } from '../../links/entities/entities-store.ts';
import { clusterRecords } from '../../scoring/cluster-records.ts';
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
  await tx.publishAll(await reconcileEntities(tx, companyId, await heldEntities(tx, companyId), groups));
}
