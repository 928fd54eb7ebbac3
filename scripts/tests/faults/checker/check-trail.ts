import type { OperationHistory } from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';
import type { StoredPerson } from './stored-state.ts';
import type { Trail, TrailEntry } from './trail.ts';

/** Compares the trail with the history and the stored people: an entry per effect, an entry per answer. */
export function checkTrail(
  history: OperationHistory,
  people: readonly StoredPerson[],
  trail: Trail,
): Finding[] {
  return [
    ...checkNumbers(trail),
    ...checkSums(trail),
    ...checkWrites(history, people, trail),
    ...checkReveals(history, trail),
    ...checkViews(history, trail),
  ];
}

/** Per producer and epoch the numbers are 1, 2, 3 … */
function checkNumbers({ entries }: Trail): Finding[] {
  const next = new Map<string, number>();
  const torn: string[] = [];
  for (const { producer, epoch, seq } of entries) {
    const due = next.get(`${producer} ${epoch}`) ?? 1;
    if (seq !== due) torn.push(`${seq} of ${producer} where ${due} was expected`);
    next.set(`${producer} ${epoch}`, seq + 1);
  }
  return findingOf('every effect once', 'sequence numbers of the trail', torn);
}

/** `reveal_counts` equals the number of allowed entries per company and ticket. */
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
  return findingOf('every effect once', 'counters that differ from the entries', wrong);
}

function checkWrites(
  history: OperationHistory,
  people: readonly StoredPerson[],
  { entries }: Trail,
): Finding[] {
  const created = countPerPerson(entries.filter(({ action }) => action === 'data_create'));
  const unentered = people
    .map((one) => `${one.companyId}/${one.individualId}`)
    .filter((name) => created.get(name) === undefined);
  const twice = [...created].filter(([, count]) => count > 1).map(([name]) => name);
  const changes = (['data_update', 'consent_withdraw'] as const).flatMap((action) => {
    const entered = countPerPerson(entries.filter((entry) => entry.action === action));
    return [...history.people.values()].flatMap(({ companyId, individualId, values, withdrawal }) => {
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

/** Every answer with plaintext has an entry with the same request, the same person and all revealed fields. */
function checkReveals(history: OperationHistory, { entries }: Trail): Finding[] {
  const entered = new Map<string, TrailEntry[]>();
  for (const entry of entries)
    if (entry.action === 'field_decrypt' && entry.decision === 'allowed' && entry.ticket === 'reveal')
      for (const id of entry.individualIds) {
        const name = `${entry.requestId} ${id}`;
        entered.set(name, [...(entered.get(name) ?? []), entry]);
      }
  const unaudited = history.reveals
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .filter(({ requestId, individualId, fields }) => {
      const found = entered.get(`${requestId} ${individualId}`) ?? [];
      return !found.some(({ fieldNames }) => Object.keys(fields).every((type) => fieldNames.includes(type)));
    })
    .map(({ requestId, individualId }) => `person ${individualId} in request ${requestId}`);
  return findingOf('no answer without its audit row', 'plaintext without an audit entry', unaudited);
}

/** Every masked page, list of external ids and search has entries with its request, all people and all fields. */
function checkViews(history: OperationHistory, { entries }: Trail): Finding[] {
  const entered = Map.groupBy(entries, ({ action, requestId }) => `${action} ${requestId}`);
  const unaudited = history.views
    .filter(({ action, requestId, individualIds, fieldNames }) => {
      const found = (entered.get(`${action} ${requestId}`) ?? []).filter((entry) =>
        fieldNames.every((name) => entry.fieldNames.includes(name)),
      );
      const people = new Set(found.flatMap((entry) => entry.individualIds));
      return found.length === 0 || !individualIds.every((id) => people.has(id));
    })
    .map(({ action, requestId }) => `${action} in request ${requestId}`);
  return findingOf('no answer without its audit row', 'answers without an audit entry', unaudited);
}
