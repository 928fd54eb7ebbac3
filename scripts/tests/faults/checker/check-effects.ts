import type { RecordedPerson } from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';
import type { StoredState } from './stored-state.ts';

const EMAIL = 3;

/** Checks versions of fields, and lineage's records and edges: each effect exists exactly once. */
export function checkEffects(history: readonly RecordedPerson[], stored: StoredState): Finding[] {
  return [
    ...checkVersions(history, stored),
    ...checkMatched(stored),
    ...checkEdges(stored),
    ...checkLinked(history, stored),
  ];
}

function checkVersions(history: readonly RecordedPerson[], { fields }: StoredState): Finding[] {
  const torn = fields
    .filter(({ versions, lastVersion, active }) => versions !== lastVersion || active !== 1)
    .map(({ companyId, individualId, code }) => `type ${code} of ${companyId}/${individualId}`);
  const emails = new Map(
    fields
      .filter(({ code }) => code === EMAIL)
      .map(({ companyId, individualId, lastVersion }) => [`${companyId}/${individualId}`, lastVersion]),
  );
  const [lost, twice]: [string[], string[]] = [[], []];
  for (const { companyId, individualId, values } of history) {
    if (individualId === undefined) continue;
    const written = values.get('email') ?? [];
    const acknowledged = written.filter(({ answeredAt }) => answeredAt !== undefined).length;
    const versions = emails.get(`${companyId}/${individualId}`) ?? 0;
    if (versions < acknowledged) lost.push(`${companyId}/${individualId}`);
    if (versions > written.length) twice.push(`${companyId}/${individualId}`);
  }
  return [
    ...findingOf(
      'every effect once',
      'fields with a version gap or without exactly one active version',
      torn,
    ),
    ...findingOf('no acknowledged write lost', 'corrections that are missing', lost),
    ...findingOf('every effect once', 'corrections that were applied twice', twice),
  ];
}

function checkMatched({ people, matched }: StoredState): Finding[] {
  const versions = new Map(matched.map((one) => [`${one.companyId}/${one.individualId}`, one.version]));
  const behind = people
    .filter((one) => versions.get(`${one.companyId}/${one.individualId}`) !== one.recordVersion)
    .map((one) => `${one.companyId}/${one.individualId} version ${one.recordVersion}`);
  return findingOf('every effect once', 'changes that did not reach lineage', behind);
}

function checkEdges({ edges }: StoredState): Finding[] {
  const seen = new Map<string, number>();
  for (const { scope, pair } of edges) {
    const place = `${scope.split(':')[0]} ${pair}`;
    seen.set(place, (seen.get(place) ?? 0) + 1);
  }
  const twice = [...seen].filter(([, count]) => count > 1).map(([place]) => place);
  const halves = edges
    .filter(
      ({ scope, companies, ids }) =>
        ids.length !== 1 || companies.length !== (scope.startsWith('cross') ? 2 : 1),
    )
    .map(({ scope, pair }) => `${scope} ${pair}`);
  return [
    ...findingOf('every effect once', 'pairs with more than one edge', twice),
    ...findingOf('every effect once', 'edges that are not one row per viewing company', halves),
  ];
}

/** A PAN identifies one person by law, so people with the same PAN have an edge, whatever other fields differ. */
function checkLinked(history: readonly RecordedPerson[], { edges }: StoredState): Finding[] {
  const linked = new Set(edges.map(({ pair }) => pair));
  const named = history.filter(({ individualId }) => individualId !== undefined);
  const unlinked = pairsWithSamePan(named)
    .map(pairName)
    .filter((pair) => !linked.has(pair));
  return findingOf('every effect once', 'people with the same PAN without an edge', unlinked);
}

/** Pairs of people with the same PAN and without a sent withdrawal. */
export function pairsWithSamePan(
  history: Iterable<RecordedPerson>,
): (readonly [RecordedPerson, RecordedPerson])[] {
  const living = [...history].filter(
    ({ values, withdrawal }) => values.has('pan') && withdrawal === undefined,
  );
  const groups = Map.groupBy(living, ({ values }) => values.get('pan')?.at(-1)?.value);
  return [...groups.values()].flatMap((people) =>
    people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other] as const)),
  );
}

/** In the form of `StoredEdge.pair`. */
export function pairName(pair: readonly [RecordedPerson, RecordedPerson]): string {
  const [one, other] = pair.map(({ companyId, individualId = 0 }) => ({ companyId, individualId }));
  if (one === undefined || other === undefined) return '';
  const isInOrder = one.companyId - other.companyId || one.individualId - other.individualId;
  const [lo, hi] = isInOrder < 0 ? [one, other] : [other, one];
  return `${lo.companyId}/${lo.individualId}-${hi.companyId}/${hi.individualId}`;
}
