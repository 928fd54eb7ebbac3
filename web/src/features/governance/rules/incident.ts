import type { Incident } from '@pii-vault/contract/incidents/incidents-schema';
import type { Tone } from '../../../ui/status-badge.tsx';
import { type FieldSpec, type FormValues, isWhole, textIn } from './form-values.ts';

/** Rule 7(2)(b)(i) to (vi) of the DPDP Rules, 2025, in their order. */
export const HEADINGS = [
  'description',
  'circumstances',
  'mitigation',
  'findings',
  'remedy',
  'intimations',
] as const;

export const statusTone: Readonly<Record<Incident['status'], Tone>> = {
  open: 'warning',
  overdue: 'error',
  incomplete: 'warning',
  reported: 'success',
  reported_late: 'error',
};

export const missingHeadings = ({ texts }: Pick<Incident, 'texts'>) =>
  HEADINGS.filter((heading) => !texts.filled.includes(heading));

/** The unreported incident that is due first; else a reported one whose report lacks a heading. */
export function mostUrgent(incidents: readonly Incident[]): Incident | undefined {
  const open = incidents.filter(({ reportedAt }) => reportedAt === null);
  const [first] = [...open].sort((a, b) => a.dueAt.localeCompare(b.dueAt));
  return first ?? incidents.find(({ status }) => status === 'incomplete');
}

/** Time until or, with `isOver`, since `dueAt`, in whole hours and minutes. */
export function timeLeft(dueAt: string, nowMs: number): { isOver: boolean; hours: number; minutes: number } {
  const minutes = Math.floor(Math.abs(new Date(dueAt).getTime() - nowMs) / 60_000);
  return {
    isOver: new Date(dueAt).getTime() <= nowMs,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  };
}

const headingSpecs = (isHidden: boolean): FieldSpec[] =>
  HEADINGS.map((name) => ({ name, kind: 'area', isHidden }));

export const newSpecs: readonly FieldSpec[] = [
  { name: 'title', kind: 'text', isRequired: true },
  { name: 'awareAt', kind: 'time' },
  { name: 'occurredAt', kind: 'time' },
  { name: 'affected', kind: 'number' },
  ...headingSpecs(false),
];

/** `awareAt` cannot be changed, because it starts the reporting period. */
export function changeSpecs({ texts }: Incident): readonly FieldSpec[] {
  const isHidden = !isWhole(texts);
  return [
    { name: 'title', kind: 'text', isRequired: true, isHidden },
    { name: 'occurredAt', kind: 'time' },
    { name: 'affected', kind: 'number' },
    ...headingSpecs(isHidden),
    { name: 'extendedUntil', kind: 'time' },
    { name: 'reportedAt', kind: 'time' },
  ];
}

export function valuesOf(incident: Incident): FormValues {
  const { texts, headings } = incident;
  return {
    title: textIn(texts, incident.title),
    occurredAt: incident.occurredAt ?? '',
    affected: incident.affected === null ? '' : String(incident.affected),
    extendedUntil: incident.extendedUntil ?? '',
    reportedAt: incident.reportedAt ?? '',
    ...Object.fromEntries(HEADINGS.map((heading) => [heading, textIn(texts, headings[heading])])),
  };
}

/** Moves the headings below the key `headings`. */
export function incidentBody(flat: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(flat);
  const isHeading = (name: string) => HEADINGS.some((heading) => heading === name);
  const headings = entries.filter(([name]) => isHeading(name));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isHeading(name))),
    ...(headings.length === 0 ? {} : { headings: Object.fromEntries(headings) }),
  };
}
