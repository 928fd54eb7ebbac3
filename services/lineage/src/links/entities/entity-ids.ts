/** Records of one company that are one person: two or more, ascending. */
export type Group = readonly number[];

/** A change of one entity; its id stays with most of its members. */
export interface EntityChange {
  /** Undefined for a new entity. */
  readonly entityId: number | undefined;
  readonly members: Group;
  readonly joined: readonly number[];
  readonly left: readonly number[];
}

/**
 * Which entity each group continues. An id stays with the group that has most of its members, or in a tie with the one
 * with the lowest record. A group with several ids keeps the one with most members, or in a tie the lowest.
 * @param held ids by record, of every member of every entity that one of these records is or was in
 * @returns only entities that change; a dissolved one has no members
 */
export function entityChanges(groups: readonly Group[], held: ReadonlyMap<number, number>): EntityChange[] {
  const former = Map.groupBy([...held.keys()], (record) => held.get(record));
  const claims = groups.flatMap((group, at) => {
    const ids = Map.groupBy(group, (record) => held.get(record));
    ids.delete(undefined);
    return [...ids].map(([entityId, own]) => ({ at, entityId, size: own.length, lowest: group[0] ?? 0 }));
  });
  claims.sort((a, b) => b.size - a.size || a.lowest - b.lowest || (a.entityId ?? 0) - (b.entityId ?? 0));
  const idOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, entityId } of claims) {
    if (entityId === undefined || idOf.has(at) || taken.has(entityId)) continue;
    idOf.set(at, entityId);
    taken.add(entityId);
  }
  const kept = groups.map((members, at) => changeOf(idOf.get(at), members, former.get(idOf.get(at)) ?? []));
  const dissolved = [...former].flatMap(([entityId, members]) =>
    entityId === undefined || taken.has(entityId) ? [] : [changeOf(entityId, [], members)],
  );
  return [...kept, ...dissolved].filter(({ joined, left }) => joined.length + left.length > 0);
}

function changeOf(entityId: number | undefined, members: Group, before: readonly number[]): EntityChange {
  const [now, then] = [new Set(members), new Set(before)];
  return {
    entityId,
    members,
    joined: members.filter((record) => entityId === undefined || !then.has(record)),
    left: before.filter((record) => !now.has(record)),
  };
}
