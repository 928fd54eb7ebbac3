import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';

/** Actions that are bad news whatever their decision. */
const alarms = new Set([
  'login_failure',
  'access_refused',
  'event_refused',
  'compliance_violation',
  'integrity_error',
  'import_fail',
]);

export interface AuditLine {
  /** Something was refused or failed. */
  isAlarm: boolean;
  isRefused: boolean;
  /** The person concerned, when it is one. */
  individualId: number | null;
  /** Of an action on more than one person. */
  people: number;
  purpose: string | null;
}

/** What the dashboard shows of an entry: the actor and the person, never a value. */
export function auditLine({ action, individualId, details }: AuditTrailEntry): AuditLine {
  const { individualIds = [], counts, decision, purpose } = details;
  const isRefused = decision === 'refused';
  const only = individualId ?? (individualIds.length === 1 ? (individualIds[0] ?? null) : null);
  return {
    isAlarm: isRefused || alarms.has(action),
    isRefused,
    individualId: only,
    people: only === null ? (counts?.individuals ?? individualIds.length) : 0,
    purpose: purpose ?? null,
  };
}
