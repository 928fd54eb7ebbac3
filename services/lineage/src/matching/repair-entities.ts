import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import type { Edge } from '../links/edge.ts';
import { type ReachedRecord, reachedFrom, reconcileEntities } from '../links/entities/entities-store.ts';
import type { Group } from '../links/entities/entity-ids.ts';
import { clusterRecords } from '../scoring/cluster-records.ts';
import { patternOfLevels } from '../scoring/comparison-levels.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { intraScope } from '../spaces/scopes/scope.ts';
import { type OpenedRecord, openRecords } from './open-records.ts';
import type { OpenSpaces } from './open-spaces.ts';
import { findRecords } from './records-store.ts';
import { columnsOf } from './score-pairs.ts';

type Deciding = Pick<Edge, 'scope' | 'lo' | 'hi' | 'verificationStatus'>;

/**
 * Clusters the records again that these edges link, directly or through others. The result equals clustering the whole
 * company, because clusterRecords reads nothing outside a connected component.
 * @param edges former and current edges of the matched records
 * @param opened records that were already decrypted under the lock
 * @returns events of merged and split entities, to be published
 */
export async function repairEntities(
  { keys }: { readonly keys: StoreKeys },
  tx: Tx,
  spaces: OpenSpaces,
  edges: readonly Deciding[],
  opened: readonly OpenedRecord[] = [],
): Promise<OutboxMessage[]> {
  const deciding = edges.filter(
    ({ scope, verificationStatus }) => scope.startsWith('intra:') && verificationStatus !== 'pending',
  );
  const messages: OutboxMessage[] = [];
  for (const [companyId, own] of Map.groupBy(deciding, ({ lo }) => lo.companyId)) {
    const seeds = new Set(own.flatMap(({ lo, hi }) => [lo.individualId, hi.individualId]));
    const reached = await reachedFrom(tx, companyId, [...seeds]);
    const groups = await groupsOf(keys, tx, spaces, companyId, reached, opened);
    messages.push(...(await reconcileEntities(tx, companyId, entitiesOf(reached), groups)));
  }
  return messages;
}

const entitiesOf = (reached: readonly ReachedRecord[]): Map<number, number> =>
  new Map(
    reached.flatMap(({ individualId, entityId }) => (entityId === null ? [] : [[individualId, entityId]])),
  );

/** The records of these people, by id. */
async function recordsOf(
  keys: StoreKeys,
  tx: Tx,
  spaces: OpenSpaces,
  people: ReadonlyArray<{ spaceId: number; companyId: number; individualId: number }>,
  opened: readonly OpenedRecord[],
): Promise<OpenedRecord[]> {
  const spaceId = people[0]?.spaceId;
  const known = new Map(
    opened.filter((one) => one.spaceId === spaceId).map((one) => [one.individualId, one]),
  );
  const missing = people.filter(({ individualId }) => !known.has(individualId));
  const found = await openRecords(keys, spaces.scopeOf, await findRecords(tx, missing));
  const all = [...people.flatMap(({ individualId }) => known.get(individualId) ?? []), ...found];
  // Ties are decided by row, and so by id.
  return all.sort((a, b) => a.individualId - b.individualId);
}

async function groupsOf(
  keys: StoreKeys,
  tx: Tx,
  spaces: OpenSpaces,
  companyId: number,
  reached: readonly ReachedRecord[],
  opened: readonly OpenedRecord[],
): Promise<Group[]> {
  const spaceId = spaces.idOf.get(intraScope(companyId));
  if (spaceId === undefined) return [];
  const people = reached.map(({ individualId }) => ({ spaceId, companyId, individualId }));
  const records = await recordsOf(keys, tx, spaces, people, opened);
  const columns = columnsOf(records, spaces.hot);
  const rowOf = new Map(records.map(({ individualId }, row) => [individualId, row]));
  const edges = reached
    .flatMap((record) => record.edges ?? [])
    .flatMap((edge) => {
      const [a, b] = [rowOf.get(edge.lo), rowOf.get(edge.hi)];
      return a === undefined || b === undefined ? [] : [{ ...edge, a, b }];
    });
  const pairOf = ({ a, b }: { a: number; b: number }) => [a, b] as const;
  const verified = edges.filter(({ status }) => status === 'verified');
  const roots = clusterRecords(
    columns,
    verified.map(({ a, b, probability, levels }) => ({
      a,
      b,
      probability,
      pattern: patternOfLevels(levels),
      grade: 'verified',
    })),
    {
      together: verified.filter(({ isDecided }) => isDecided).map(pairOf),
      apart: edges.filter(({ status }) => status === 'rejected').map(pairOf),
    },
  );
  const groups = Map.groupBy(records.keys(), (row) => roots[row]);
  return [...groups.values()]
    .filter((rows) => rows.length > 1)
    .map((rows) => rows.map((row) => records[row]?.individualId ?? 0));
}
