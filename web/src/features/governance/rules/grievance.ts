import { type Grievance, grievanceCategories } from '@pii-vault/contract/grievances/grievances-schema';
import type { Tone } from '../../../ui/status-badge.tsx';
import { type FieldSpec, type FormValues, isWhole, textIn } from './form-values.ts';

export type GrievanceState = 'open' | 'overdue' | 'closed' | 'closed_late';

export function stateOf({ closedAt, overdue }: Pick<Grievance, 'closedAt' | 'overdue'>): GrievanceState {
  if (closedAt === null) return overdue ? 'overdue' : 'open';
  return overdue ? 'closed_late' : 'closed';
}

export const stateTone: Readonly<Record<GrievanceState, Tone>> = {
  open: 'info',
  overdue: 'error',
  closed: 'success',
  closed_late: 'warning',
};

/** The open grievance that is due first. */
export function mostUrgent(grievances: readonly Grievance[]): Grievance | undefined {
  return grievances
    .filter(({ closedAt }) => closedAt === null)
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt))[0];
}

/** Whole days until `dueAt`; negative when it has passed. */
export const daysLeft = (dueAt: string, nowMs: number): number =>
  Math.floor((new Date(dueAt).getTime() - nowMs) / 86_400_000);

type Label = (category: string) => string;
const category = (label: Label): FieldSpec => ({
  name: 'category',
  kind: 'select',
  isRequired: true,
  options: grievanceCategories.map((value) => ({ value, label: label(value) })),
});

export const newSpecs = (label: Label): readonly FieldSpec[] => [
  category(label),
  { name: 'subject', kind: 'text', isRequired: true },
  { name: 'description', kind: 'area' },
  { name: 'individualId', kind: 'number' },
  { name: 'receivedAt', kind: 'time' },
  { name: 'periodDays', kind: 'number', isRequired: true },
];

export function changeSpecs({ texts, closedAt }: Grievance, label: Label): readonly FieldSpec[] {
  const isHidden = !isWhole(texts);
  return [
    category(label),
    { name: 'subject', kind: 'text', isRequired: true, isHidden },
    { name: 'description', kind: 'area', isHidden },
    { name: 'resolution', kind: 'area', isHidden },
    ...(closedAt === null ? [{ name: 'closedAt', kind: 'time' } as const] : []),
  ];
}

/** Whether closing needs an answer: a grievance that has one may keep it. */
export const needsAnswer = ({ texts }: Pick<Grievance, 'texts'>): boolean =>
  !texts.filled.includes('resolution');

export const closeSpecs = (grievance: Grievance): readonly FieldSpec[] => [
  {
    name: 'resolution',
    kind: 'area',
    isRequired: needsAnswer(grievance),
    isHidden: !isWhole(grievance.texts),
  },
  { name: 'closedAt', kind: 'time', isRequired: true },
];

export function valuesOf({ category: kind, texts, subject, description, resolution }: Grievance): FormValues {
  return {
    category: kind,
    subject: textIn(texts, subject),
    description: textIn(texts, description),
    resolution: textIn(texts, resolution),
    closedAt: '',
  };
}
