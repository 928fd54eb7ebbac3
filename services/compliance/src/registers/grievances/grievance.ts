import { addDays, endOfDay, localTime } from '@pii-vault/platform/values/zoned-day';
import { grievanceClosed, invalidEntry } from '../../errors.ts';
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
/** Registers are about laws of this century; days of early years cannot be computed. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');

export interface GrievanceFields {
  readonly category: string;
  readonly individualId: number | null;
  readonly receivedAt: Date;
  readonly periodDays: number;
  /** End of the period; never changed. */
  readonly dueAt: Date;
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

/** The last instant of the period's last day in a time zone. The day of receipt does not count. */
export function dueAt(
  zone: string,
  { receivedAt, periodDays }: Pick<GrievanceFields, 'receivedAt' | 'periodDays'>,
): Date {
  const { day } = localTime(zone, receivedAt.getTime());
  return new Date(endOfDay(zone, addDays(day, periodDays)) - 1);
}

/** Open past its period, or closed after it. */
export function isOverdue({ closedAt, dueAt: end }: GrievanceFields, now: Date): boolean {
  return (closedAt ?? now) > end;
}

/** @param zone of the company @throws AppError INVALID_ENTRY */
export function newGrievance(
  zone: string,
  filed: Pick<GrievanceFields, 'category' | 'individualId' | 'receivedAt' | 'periodDays'>,
  now: Date,
): GrievanceFields {
  const { category, receivedAt, periodDays } = filed;
  checkCategory(category);
  if (periodDays < 1 || periodDays > MAX_PERIOD_DAYS)
    throw invalidEntry('periodDays', `1 to ${MAX_PERIOD_DAYS} days`);
  if (receivedAt > now) throw invalidEntry('receivedAt', 'Must not be in the future');
  if (receivedAt < EARLIEST) throw invalidEntry('receivedAt', 'Must not be before the year 2000');
  return { ...filed, dueAt: dueAt(zone, filed), closedAt: null };
}

function checkCategory(category: string): void {
  if (!GRIEVANCE_CATEGORIES.some((one) => one === category))
    throw invalidEntry('category', 'A category of the list');
}

/**
 * The time of closing is stated once: whether the answer was in time depends on it. A closed grievance has an answer.
 * @throws AppError INVALID_ENTRY; FAILED_PRECONDITION GRIEVANCE_CLOSED
 */
export function changedGrievance({ row, texts }: Entry<GrievanceRow>, change: GrievanceChange, now: Date) {
  const { individualId, receivedAt, periodDays, dueAt: end } = row;
  const { category = row.category, closedAt = row.closedAt, subject, description, resolution } = change;
  checkCategory(category);
  if (row.closedAt !== null && closedAt?.getTime() !== row.closedAt.getTime()) throw grievanceClosed();
  if (closedAt !== null && (closedAt > now || closedAt < receivedAt))
    throw invalidEntry('closedAt', 'After it was received, and not in the future');
  const isAnswered = (resolution ?? texts.resolution ?? '').trim() !== '';
  const isAboutAnswer = change.closedAt !== undefined || resolution !== undefined;
  if (closedAt !== null && isAboutAnswer && !isAnswered)
    throw invalidEntry('resolution', 'Say what was done: a grievance is closed with its answer');
  const fields: GrievanceFields = { category, individualId, receivedAt, periodDays, dueAt: end, closedAt };
  const changed = {
    subject: subject ?? texts.subject ?? '',
    description: description ?? texts.description ?? '',
    resolution: resolution ?? texts.resolution ?? '',
  };
  return { fields, texts: changed, fieldNames: namesOf(change) };
}
