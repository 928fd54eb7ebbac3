import type { RecordedPerson } from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';
import type { StoredPerson } from './stored-state.ts';

/** A person and external ids as the API lists them. */
export interface ListedPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly externalIds: readonly string[];
}

/** Compares people in the history with those in the API's lists and in the database. */
export function checkPeople(
  history: Iterable<RecordedPerson>,
  listed: readonly ListedPerson[],
  stored: readonly StoredPerson[],
): Finding[] {
  const idsOf = new Map<string, number[]>();
  for (const { companyId, individualId, externalIds } of listed)
    for (const externalId of externalIds) {
      const key = `${companyId}/${externalId}`;
      idsOf.set(key, [...(idsOf.get(key) ?? []), individualId]);
    }
  const [missing, other, twice, known]: [string[], string[], string[], Set<string>] = [[], [], [], new Set()];
  for (const person of history) {
    const key = `${person.companyId}/${person.externalId}`;
    known.add(key);
    const [id, second] = idsOf.get(key) ?? [];
    if (second !== undefined) twice.push(key);
    if (id === undefined && person.answeredAt !== undefined) missing.push(key);
    if (id !== undefined && person.individualId !== undefined && id !== person.individualId) other.push(key);
  }
  const foreign = [...idsOf.keys()].filter((key) => !known.has(key));
  const nameless = listed.filter(({ externalIds }) => externalIds.length !== 1).map(nameOf);
  const shown = new Set(listed.map(nameOf));
  const hidden = stored.map(nameOf).filter((name) => !shown.has(name));
  return [
    ...findingOf('no acknowledged write lost', 'people that are missing', missing),
    ...findingOf('no acknowledged write lost', 'people with another id than the answer gave', other),
    ...findingOf('every effect once', 'external ids of more than one person', twice),
    ...findingOf('every effect once', 'people that no client sent', foreign),
    ...findingOf('every effect once', 'people without exactly one external id', nameless),
    ...findingOf('every effect once', 'people in the database that the API does not list', hidden),
  ];
}

const nameOf = ({ companyId, individualId }: { readonly companyId: number; readonly individualId: number }) =>
  `${companyId}/${individualId}`;
