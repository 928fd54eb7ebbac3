import { invalidEntry } from '../../errors.ts';
import { type Entry, namesOf, type RegisterRow } from '../register.ts';
import type { Texts } from '../texts/sealed-texts.ts';

/** Rule 7(2)(b)(i) to (vi) of the DPDP Rules, 2025. */
export const HEADINGS = [
  'description',
  'circumstances',
  'mitigation',
  'findings',
  'remedy',
  'intimations',
] as const;
export type Headings = { readonly [H in (typeof HEADINGS)[number]]?: string | undefined };

/** Rule 7(2)(b): within seventy-two hours of becoming aware, or a longer period that the Board allows. */
export const REPORT_WITHIN_MS = 72 * 3_600_000;

export interface IncidentFields {
  readonly awareAt: Date;
  readonly occurredAt: Date | null;
  readonly affected: number | null;
  readonly extendedUntil: Date | null;
  readonly reportedAt: Date | null;
  /** Names of the headings that have a text. */
  readonly filled: readonly string[];
}
export type IncidentRow = RegisterRow & IncidentFields;

export interface IncidentChange {
  readonly title?: string | undefined;
  readonly headings?: Headings | undefined;
  readonly occurredAt?: Date | undefined;
  readonly affected?: number | undefined;
  readonly extendedUntil?: Date | undefined;
  readonly reportedAt?: Date | undefined;
}

export type IncidentStatus = 'open' | 'overdue' | 'incomplete' | 'reported' | 'reported_late';

export function reportDueAt({
  awareAt,
  extendedUntil,
}: Pick<IncidentFields, 'awareAt' | 'extendedUntil'>): Date {
  return extendedUntil ?? new Date(awareAt.getTime() + REPORT_WITHIN_MS);
}

/** State of the incident with regard to its deadline; 'incomplete': reported in time with an empty heading. */
export function incidentStatus(incident: IncidentFields, now: Date): IncidentStatus {
  const due = reportDueAt(incident);
  if (incident.reportedAt === null) return now > due ? 'overdue' : 'open';
  if (incident.reportedAt > due) return 'reported_late';
  return HEADINGS.every((heading) => incident.filled.includes(heading)) ? 'reported' : 'incomplete';
}

export function filledOf(texts: Texts): string[] {
  return HEADINGS.filter((heading) => (texts[heading] ?? '').trim() !== '');
}

/** @throws AppError INVALID_ENTRY */
export function checkIncident(incident: IncidentFields, now: Date): void {
  const { awareAt, occurredAt, affected, extendedUntil, reportedAt } = incident;
  if (awareAt > now) throw invalidEntry('awareAt', 'Must not be in the future');
  if (occurredAt !== null && occurredAt > awareAt)
    throw invalidEntry('occurredAt', 'Not after the company became aware');
  if (affected !== null && affected < 0) throw invalidEntry('affected', '0 or more');
  if (extendedUntil !== null && extendedUntil <= new Date(awareAt.getTime() + REPORT_WITHIN_MS))
    throw invalidEntry('extendedUntil', 'Later than 72 hours after the company became aware');
  if (reportedAt !== null && (reportedAt < awareAt || reportedAt > now))
    throw invalidEntry('reportedAt', 'After the company became aware, and not in the future');
}

export function changedIncident({ row, texts }: Entry<IncidentRow>, change: IncidentChange, now: Date) {
  const { title = texts.title ?? '', headings = {} } = change;
  const changed = { ...texts, ...textsOf(headings), title };
  const fields: IncidentFields = {
    awareAt: row.awareAt,
    occurredAt: change.occurredAt ?? row.occurredAt,
    affected: change.affected ?? row.affected,
    extendedUntil: change.extendedUntil ?? row.extendedUntil,
    reportedAt: change.reportedAt ?? row.reportedAt,
    filled: filledOf(changed),
  };
  checkIncident(fields, now);
  return { fields, texts: changed, fieldNames: namesOf({ ...change, headings: undefined, ...headings }) };
}

/** The headings that are given. */
export function textsOf(headings: Headings): Texts {
  const texts: Record<string, string> = {};
  for (const heading of HEADINGS) {
    const text = headings[heading];
    if (text !== undefined) texts[heading] = text;
  }
  return texts;
}
