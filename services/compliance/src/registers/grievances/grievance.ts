import { invalidEntry } from '../../errors.ts';
import { type Entry, namesOf, type RegisterRow } from '../register.ts';

export const GRIEVANCE_CATEGORIES = [
  'access',
  'correction',
  'erasure',
  'consent',
  'security',
  'other',
] as const;
/** Rule 14(3) of the DPDP Rules, 2025: a published period, not above ninety days. */
export const MAX_PERIOD_DAYS = 90;
const DAY_MS = 86_400_000;

export interface GrievanceFields {
  readonly category: string;
  readonly individualId: number | null;
  readonly receivedAt: Date;
  readonly periodDays: number;
  readonly closedAt: Date | null;
}
export type GrievanceRow = RegisterRow & GrievanceFields;

export interface GrievanceChange {
  readonly category?: string | undefined;
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly resolution?: string | undefined;
  readonly closedAt?: Date | undefined;
}

export function dueAt({ receivedAt, periodDays }: Pick<GrievanceFields, 'receivedAt' | 'periodDays'>): Date {
  return new Date(receivedAt.getTime() + periodDays * DAY_MS);
}

/** Open past its period, or closed after it. */
export function isOverdue(grievance: GrievanceFields, now: Date): boolean {
  return (grievance.closedAt ?? now) > dueAt(grievance);
}

/** @throws AppError INVALID_ENTRY */
export function checkGrievance(
  { category, receivedAt, periodDays, closedAt }: GrievanceFields,
  now: Date,
): void {
  if (!GRIEVANCE_CATEGORIES.some((one) => one === category))
    throw invalidEntry('category', 'A category of the list');
  if (periodDays < 1 || periodDays > MAX_PERIOD_DAYS)
    throw invalidEntry('periodDays', `1 to ${MAX_PERIOD_DAYS} days`);
  if (receivedAt > now) throw invalidEntry('receivedAt', 'Must not be in the future');
  if (closedAt !== null && (closedAt > now || closedAt < receivedAt))
    throw invalidEntry('closedAt', 'After it was received, and not in the future');
}

export function changedGrievance({ row, texts }: Entry<GrievanceRow>, change: GrievanceChange, now: Date) {
  const { individualId, receivedAt, periodDays } = row;
  const { category = row.category, closedAt = row.closedAt, subject, description, resolution } = change;
  const fields: GrievanceFields = { category, individualId, receivedAt, periodDays, closedAt };
  checkGrievance(fields, now);
  const changed = {
    subject: subject ?? texts.subject ?? '',
    description: description ?? texts.description ?? '',
    resolution: resolution ?? texts.resolution ?? '',
  };
  return { fields, texts: changed, fieldNames: namesOf(change) };
}
