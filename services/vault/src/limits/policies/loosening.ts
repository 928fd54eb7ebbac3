import type { RevealPolicy } from './reveal-policy.ts';

/** The smaller of both for each limit; a limit in only one of them counts. */
export function strictest(some: RevealPolicy, other: RevealPolicy): RevealPolicy {
  const purposes = new Set([...some.byPurpose.keys(), ...other.byPurpose.keys()]);
  return {
    peoplePerUser: Math.min(some.peoplePerUser, other.peoplePerUser),
    peoplePerClient: Math.min(some.peoplePerClient, other.peoplePerClient),
    byPurpose: new Map(
      [...purposes].map((one) => [one, smaller(some.byPurpose.get(one), other.byPurpose.get(one)) ?? 0]),
    ),
    searchesPerUser: Math.min(some.searchesPerUser, other.searchesPerUser),
    searchesPerClient: Math.min(some.searchesPerClient, other.searchesPerClient),
    conflicts: Math.min(some.conflicts, other.conflicts),
    revealsAbove: smaller(some.revealsAbove, other.revealsAbove),
    exportsAbove: smaller(some.exportsAbove, other.exportsAbove),
    approvalHours: Math.min(some.approvalHours, other.approvalHours),
  };
}

/** Whether a limit of `wanted` is above that of `current`, or missing where `current` has one. */
export const isLooser = (wanted: RevealPolicy, current: RevealPolicy): boolean =>
  !isSamePolicy(strictest(wanted, current), wanted);

export function isSamePolicy(some: RevealPolicy, other: RevealPolicy): boolean {
  const { byPurpose: ofSome, ...limits } = some;
  const { byPurpose: ofOther, ...others } = other;
  return (
    (Object.keys(limits) as (keyof typeof limits)[]).every((name) => limits[name] === others[name]) &&
    ofSome.size === ofOther.size &&
    [...ofSome].every(([purpose, people]) => ofOther.get(purpose) === people)
  );
}

/** Undefined: no limit. */
function smaller(some: number | undefined, other: number | undefined): number | undefined {
  if (some === undefined || other === undefined) return some ?? other;
  return Math.min(some, other);
}
