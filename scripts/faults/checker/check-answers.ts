import type { Said, Told, ToldPerson, ToldReveal } from '../load/told.ts';
import { type Finding, findingOf } from './finding.ts';

/** Holds what reveals showed against what had been written and withdrawn by then. */
export function checkAnswers(told: Told): Finding[] {
  const people = new Map<string, ToldPerson>();
  for (const person of told.people.values())
    if (person.individualId !== undefined) people.set(`${person.companyId}/${person.individualId}`, person);
  const [wrong, afterWithdrawal, unknown]: [string[], string[], string[]] = [[], [], []];
  for (const reveal of told.reveals) {
    const name = `${reveal.companyId}/${reveal.individualId}`;
    const person = people.get(name);
    if (person === undefined) unknown.push(name);
    else if (isWithdrawn(person, reveal) && Object.keys(reveal.fields).length > 0) afterWithdrawal.push(name);
    else
      for (const type of wrongFields(person, reveal))
        wrong.push(`${type} of ${name} in request ${reveal.requestId}`);
  }
  return [
    ...findingOf('answers agree', 'answers that contradict each other', told.contradictions),
    ...findingOf('answers agree', 'people in an answer whom nobody asked for', unknown),
    ...findingOf('no acknowledged write lost', 'values that are not those last written', wrong),
    ...findingOf('no acknowledged write lost', 'values shown after consent was withdrawn', afterWithdrawal),
    ...findingOf('requests succeed again', 'calls that were never answered', told.unanswered),
  ];
}

function isWithdrawn({ withdrawal }: ToldPerson, { sentAt }: ToldReveal): boolean {
  return withdrawal?.answeredAt !== undefined && withdrawal.answeredAt < sentAt;
}

function wrongFields(person: ToldPerson, reveal: ToldReveal): string[] {
  const types = new Set([...person.values.keys(), ...Object.keys(reveal.fields)]);
  // While a withdrawal is under way, both answers are right.
  const maybeWithdrawn = person.withdrawal !== undefined && person.withdrawal.sentAt < reveal.answeredAt;
  return [...types].filter((type) => {
    const shown = reveal.fields[type];
    if (shown === undefined && maybeWithdrawn) return false;
    return !possibleValues(person.values.get(type) ?? [], reveal).has(shown);
  });
}

/**
 * What a reader may see who asked at `sentAt` and was answered at `answeredAt`: the last value that was acknowledged
 * before it asked, or any that was on its way after that one and before the answer. One writer per person, so
 * values are in order.
 */
export function possibleValues(
  said: readonly Said[],
  { sentAt, answeredAt }: { readonly sentAt: number; readonly answeredAt: number },
): Set<string | undefined> {
  const settled = said.findLastIndex((one) => one.answeredAt !== undefined && one.answeredAt < sentAt);
  const underWay = said.slice(settled + 1).filter((one) => one.sentAt < answeredAt);
  return new Set([said[settled]?.value, ...underWay.map(({ value }) => value)]);
}
