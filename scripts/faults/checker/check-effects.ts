import type { ToldPerson } from '../load/told.ts';
import { type Finding, findingOf } from './finding.ts';
import type { Held } from './held.ts';

const EMAIL = 3;

/** Versions of fields, and what lineage made of the events: each effect once, none missing. */
export function checkEffects(told: readonly ToldPerson[], held: Held): Finding[] {
  return [
    ...checkVersions(told, held),
    ...checkMatched(held),
    ...checkEdges(held),
    ...checkLinked(told, held),
  ];
}

function checkVersions(told: readonly ToldPerson[], { fields }: Held): Finding[] {
  const torn = fields
    .filter(({ versions, lastVersion, active }) => versions !== lastVersion || active !== 1)
    .map(({ companyId, individualId, code }) => `type ${code} of ${companyId}/${individualId}`);
  const emails = new Map(
    fields
      .filter(({ code }) => code === EMAIL)
      .map(({ companyId, individualId, lastVersion }) => [`${companyId}/${individualId}`, lastVersion]),
  );
  const [lost, twice]: [string[], string[]] = [[], []];
  for (const { companyId, individualId, values } of told) {
    if (individualId === undefined) continue;
    const said = values.get('email') ?? [];
    const acknowledged = said.filter(({ answeredAt }) => answeredAt !== undefined).length;
    const versions = emails.get(`${companyId}/${individualId}`) ?? 0;
    if (versions < acknowledged) lost.push(`${companyId}/${individualId}`);
    if (versions > said.length) twice.push(`${companyId}/${individualId}`);
  }
  return [
    ...findingOf('every effect once', 'fields with a gap in their versions, or not one active one', torn),
    ...findingOf('no acknowledged write lost', 'corrections that are not there', lost),
    ...findingOf('every effect once', 'corrections that were made twice', twice),
  ];
}

function checkMatched({ people, matched }: Held): Finding[] {
  const versions = new Map(matched.map((one) => [`${one.companyId}/${one.individualId}`, one.version]));
  const behind = people
    .filter((one) => versions.get(`${one.companyId}/${one.individualId}`) !== one.recordVersion)
    .map((one) => `${one.companyId}/${one.individualId} version ${one.recordVersion}`);
  return findingOf('every effect once', 'changes of people of which lineage does not know', behind);
}

function checkEdges({ edges }: Held): Finding[] {
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

/** The law gives each human being one PAN: whoever is written down with the same one is linked, whatever else differs. */
function checkLinked(told: readonly ToldPerson[], { edges }: Held): Finding[] {
  const linked = new Set(edges.map(({ pair }) => pair));
  const named = told.filter(({ individualId }) => individualId !== undefined);
  const unlinked = samePan(named)
    .map(pairName)
    .filter((pair) => !linked.has(pair));
  return findingOf('every effect once', 'people with one PAN whom no edge links', unlinked);
}

/** Pairs of people who were sent with the same PAN, and whose consent nobody has begun to withdraw. */
export function samePan(told: Iterable<ToldPerson>): (readonly [ToldPerson, ToldPerson])[] {
  const living = [...told].filter(({ values, withdrawal }) => values.has('pan') && withdrawal === undefined);
  const groups = Map.groupBy(living, ({ values }) => values.get('pan')?.at(-1)?.value);
  return [...groups.values()].flatMap((people) =>
    people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other] as const)),
  );
}

/** As `HeldEdge.pair`. */
export function pairName(pair: readonly [ToldPerson, ToldPerson]): string {
  const [one, other] = pair.map(({ companyId, individualId = 0 }) => ({ companyId, individualId }));
  if (one === undefined || other === undefined) return '';
  const isInOrder = one.companyId - other.companyId || one.individualId - other.individualId;
  const [lo, hi] = isInOrder < 0 ? [one, other] : [other, one];
  return `${lo.companyId}/${lo.individualId}-${hi.companyId}/${hi.individualId}`;
}
