import type { Caller } from '@pii-vault/platform/core/context/caller';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { isOwnSession } from '@pii-vault/platform/core/context/second-person';

export const APPROVAL_KINDS = ['reveal', 'export', 'erase', 'consent'] as const;
/** Stored as the purpose of every approval of the kind erase, which has none. */
export const ERASURE_PURPOSE = 'erasure';
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
export type StoredStatus = 'pending' | 'approved' | 'refused' | 'expired';
export const SHOWN_STATUSES = ['pending', 'approved', 'refused', 'expired', 'used'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** A second person's permission to reveal, export, erase or record consents: up to a number of people, until a time. */
export interface Approval {
  readonly id: number;
  readonly companyId: number;
  readonly kind: ApprovalKind;
  readonly purpose: string;
  readonly people: number;
  readonly used: number;
  readonly status: StoredStatus;
  readonly requestedBy: number;
  /** Empty: requested in a session. */
  readonly clientId: string;
  /** Users who may not decide: the requester, and the accounts behind its token or credential. */
  readonly barred: readonly number[];
  readonly requestedAt: Date;
  readonly decided: { readonly by: number; readonly at: Date } | undefined;
  /** Pending: end of the wait. Approved: end of the validity. */
  readonly expiresAt: Date;
}

export function statusOf({ status, expiresAt, used, people }: Approval, now: Date): ShownStatus {
  if (status === 'approved' && used >= people) return 'used';
  if ((status === 'pending' || status === 'approved') && expiresAt <= now) return 'expired';
  return status;
}

/** The decision of a second person. */
export type Decidable = Pick<Approval, 'companyId' | 'barred'>;

/** Why a caller may not decide; undefined if it may. */
export function whyNotDecide(
  caller: Caller,
  { companyId, barred }: Decidable,
): 'PERMISSION' | 'SESSION' | 'OWN' | undefined {
  if (!hasPermission(caller, 'company:manage', companyId) || !hasPermission(caller, 'pii:reveal', companyId))
    return 'PERMISSION';
  if (caller.kind !== 'user' || !isOwnSession(caller)) return 'SESSION';
  return barred.includes(caller.userId) ? 'OWN' : undefined;
}
