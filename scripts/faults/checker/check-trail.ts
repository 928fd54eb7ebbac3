import type { Told } from '../load/told.ts';
import { type Finding, findingOf } from './finding.ts';
import type { HeldPerson } from './held.ts';
import type { Trail, TrailEntry } from './trail.ts';

/** Holds the trail against what clients were told and what is there: an entry per effect, an entry per answer. */
export function checkTrail(told: Told, people: readonly HeldPerson[], trail: Trail): Finding[] {
  return [
    ...checkNumbers(trail),
    ...checkSums(trail),
    ...checkWrites(told, people, trail),
    ...checkReveals(told, trail),
    ...checkViews(told, trail),
  ];
}

/** Per producer and epoch the numbers are 1, 2, 3 … */
function checkNumbers({ entries }: Trail): Finding[] {
  const next = new Map<string, number>();
  const torn: string[] = [];
  for (const { producer, epoch, seq } of entries) {
    const due = next.get(`${producer} ${epoch}`) ?? 1;
    if (seq !== due) torn.push(`${seq} of ${producer} where ${due} was due`);
    next.set(`${producer} ${epoch}`, seq + 1);
  }
  return findingOf('every effect once', 'numbers of the trail', torn);
}

/** The intake adds up what was allowed with a ticket: as many as there are entries, and of each ticket that has some. */
function checkSums({ entries, counts }: Trail): Finding[] {
  const nameOf = ({ companyId, ticket }: { readonly companyId: number; readonly ticket: string }) =>
    `${ticket} of company ${companyId}`;
  const summed = entries.filter(
    ({ decision, ticket }) => decision === 'allowed' && !['', 'none'].includes(ticket),
  );
  const due = Map.groupBy(summed, nameOf);
  const counted = new Map(counts.map((count) => [nameOf(count), count.entries]));
  const wrong = [...new Set([...due.keys(), ...counted.keys()])]
    .map((name) => ({ name, is: counted.get(name) ?? 0, due: due.get(name)?.length ?? 0 }))
    .filter((sum) => sum.is !== sum.due)
    .map((sum) => `${sum.name}: ${sum.is} counted, ${sum.due} entries`);
  return findingOf('every effect once', 'sums that are not those of the entries', wrong);
}

function checkWrites(told: Told, people: readonly HeldPerson[], { entries }: Trail): Finding[] {
  const created = countPerPerson(entries.filter(({ action }) => action === 'data_create'));
  const unentered = people
    .map((one) => `${one.companyId}/${one.individualId}`)
    .filter((name) => created.get(name) === undefined);
  const twice = [...created].filter(([, count]) => count > 1).map(([name]) => name);
  const changes = (['data_update', 'consent_withdraw'] as const).flatMap((action) => {
    const entered = countPerPerson(entries.filter((entry) => entry.action === action));
    return [...told.people.values()].flatMap(({ companyId, individualId, values, withdrawal }) => {
      if (individualId === undefined) return [];
      const name = `${companyId}/${individualId}`;
      const corrections = (values.get('email') ?? []).filter(({ value }) =>
        value.endsWith('@corrected.example'),
      );
      const sent = action === 'data_update' ? corrections : withdrawal === undefined ? [] : [withdrawal];
      const acknowledged = sent.filter(({ answeredAt }) => answeredAt !== undefined).length;
      const count = entered.get(name) ?? 0;
      return count < acknowledged || count > sent.length
        ? [`${name}: ${count} ${action} for ${acknowledged}`]
        : [];
    });
  });
  return [
    ...findingOf('every effect once', 'people whose creation is not in the trail', unentered),
    ...findingOf('every effect once', 'people whose creation is in the trail more than once', twice),
    ...findingOf('every effect once', 'changes that are not in the trail exactly once', changes),
  ];
}

function countPerPerson(entries: readonly TrailEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { companyId, individualIds } of entries)
    for (const id of individualIds)
      counts.set(`${companyId}/${id}`, (counts.get(`${companyId}/${id}`) ?? 0) + 1);
  return counts;
}

/** Every answer with plaintext has its entry: same request, same person, all the fields that were shown. */
function checkReveals(told: Told, { entries }: Trail): Finding[] {
  const entered = new Map<string, TrailEntry[]>();
  for (const entry of entries)
    if (entry.action === 'field_decrypt' && entry.decision === 'allowed' && entry.ticket === 'reveal')
      for (const id of entry.individualIds) {
        const name = `${entry.requestId} ${id}`;
        entered.set(name, [...(entered.get(name) ?? []), entry]);
      }
  const unaudited = told.reveals
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .filter(({ requestId, individualId, fields }) => {
      const found = entered.get(`${requestId} ${individualId}`) ?? [];
      return !found.some(({ fieldNames }) => Object.keys(fields).every((type) => fieldNames.includes(type)));
    })
    .map(({ requestId, individualId }) => `person ${individualId} in request ${requestId}`);
  return findingOf('no answer without its audit row', 'plaintext that the trail does not know of', unaudited);
}

/** Every masked page, list of external ids and search has its entry: same request, everybody and everything shown. */
function checkViews(told: Told, { entries }: Trail): Finding[] {
  const entered = Map.groupBy(entries, ({ action, requestId }) => `${action} ${requestId}`);
  const unaudited = told.views
    .filter(({ action, requestId, individualIds, fieldNames }) => {
      const found = (entered.get(`${action} ${requestId}`) ?? []).filter((entry) =>
        fieldNames.every((name) => entry.fieldNames.includes(name)),
      );
      const people = new Set(found.flatMap((entry) => entry.individualIds));
      return found.length === 0 || !individualIds.every((id) => people.has(id));
    })
    .map(({ action, requestId }) => `${action} in request ${requestId}`);
  return findingOf('no answer without its audit row', 'answers that the trail does not know of', unaudited);
}
