import type {
  OperationHistory,
  RecordedPerson,
  RecordedReveal,
  WrittenValue,
} from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';

/** Compares revealed values with the values written and the consent withdrawn by then. */
export function checkAnswers(history: OperationHistory): Finding[] {
  const people = new Map<string, RecordedPerson>();
  for (const person of history.people.values())
    if (person.individualId !== undefined) people.set(`${person.companyId}/${person.individualId}`, person);
  const [wrong, afterWithdrawal, unknown]: [string[], string[], string[]] = [[], [], []];
  for (const reveal of history.reveals) {
    const name = `${reveal.companyId}/${reveal.individualId}`;
    const person = people.get(name);
    if (person === undefined) unknown.push(name);
    else if (isWithdrawn(person, reveal) && Object.keys(reveal.fields).length > 0) afterWithdrawal.push(name);
    else
      for (const type of wrongFields(person, reveal))
        wrong.push(`${type} of ${name} in request ${reveal.requestId}`);
  }
  return [
    ...findingOf('answers agree', 'answers that contradict each other', history.contradictions),
    ...findingOf('answers agree', 'answers with people that no client sent', unknown),
    ...findingOf('no acknowledged write lost', 'values other than the last written', wrong),
    ...findingOf('no acknowledged write lost', 'values shown after consent was withdrawn', afterWithdrawal),
    ...findingOf('requests succeed again', 'calls that were never answered', history.unanswered),
  ];
}

function isWithdrawn({ withdrawal }: RecordedPerson, { sentAt }: RecordedReveal): boolean {
  return withdrawal?.answeredAt !== undefined && withdrawal.answeredAt < sentAt;
}

function wrongFields(person: RecordedPerson, reveal: RecordedReveal): string[] {
  const types = new Set([...person.values.keys(), ...Object.keys(reveal.fields)]);
  // While a withdrawal is in flight, both answers are correct.
  const maybeWithdrawn = person.withdrawal !== undefined && person.withdrawal.sentAt < reveal.answeredAt;
  return [...types].filter((type) => {
    const shown = reveal.fields[type];
    if (shown === undefined && maybeWithdrawn) return false;
    return !possibleValues(person.values.get(type) ?? [], reveal).has(shown);
  });
}

/**
 * Values that a read from `sentAt` to `answeredAt` may return: the last one acknowledged before the request, and later
 * ones that were sent before the answer. There is one writer per person, so values are ordered.
 */
export function possibleValues(
  written: readonly WrittenValue[],
  { sentAt, answeredAt }: { readonly sentAt: number; readonly answeredAt: number },
): Set<string | undefined> {
  const settled = written.findLastIndex((one) => one.answeredAt !== undefined && one.answeredAt < sentAt);
  const underWay = written.slice(settled + 1).filter((one) => one.sentAt < answeredAt);
  return new Set([written[settled]?.value, ...underWay.map(({ value }) => value)]);
}
