import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { findIdentifiers } from '@pii-vault/platform/domain/free-text/find-identifiers';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { RequestReactivationRequest } from '@pii-vault/proto/tenancy/v1/companies';
import {
  invalidReason,
  noReactivationRequest,
  notSuspended,
  reactivationRequested,
  reactivationToday,
} from '../errors.ts';
import type { Company } from './company.ts';
import { closeReactivation, lockCompany, openReactivation } from './company-store.ts';

const MAX_REASON = 500;
const DAY_MS = 86_400_000;

/**
 * Requests the end of a suspension: the entry of the trail is mailed to all super admins and the administrators of the
 * company. One request may be open, and a company has one in 24 hours. Any change of the status and a refusal close it.
 * @throws AppError INVALID_REASON, NOT_FOUND, NOT_SUSPENDED, REACTIVATION_REQUESTED, REACTIVATION_TODAY
 */
export function requestReactivation({ db }: { db: Database }, now: () => number = Date.now) {
  return async (ctx: Ctx, input: RequestReactivationRequest): Promise<Company> => {
    const reason = checkReason(input.reason);
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    return db.tenant(scopeWith(caller, 'company:manage'), async (tx) => {
      const before = await lockCompany(tx, input.id);
      if (before === undefined) throw notFound();
      if (before.status !== 'suspended') throw notSuspended();
      if (before.reactivationReason !== null) throw reactivationRequested();
      const last = before.reactivationRequestedAt?.getTime();
      if (last !== undefined && now() - last < DAY_MS) throw reactivationToday();
      const by = caller.actorUserId ?? caller.userId;
      const company = await openReactivation(tx, { companyId: before.id, by, reason, at: new Date(now()) });
      const entry = { action: 'company_reactivation_request', companyId: company.id } as const;
      await tx.publish(auditMessage('tenancy', ctx, entry));
      return company;
    });
  };
}

/**
 * Closes the open request; the company stays suspended and may request again 24 hours after it. The entry of the trail
 * is mailed to the administrators of the company.
 * @throws AppError NOT_FOUND, NO_REACTIVATION_REQUEST
 */
export function refuseReactivation({ db }: { db: Database }) {
  return (ctx: Ctx, companyId: number): Promise<Company> =>
    db.tenant(scopeWith(ctx.caller, 'company:create'), async (tx) => {
      const before = await lockCompany(tx, companyId);
      if (before === undefined) throw notFound();
      if (before.reactivationReason === null) throw noReactivationRequest();
      const company = await closeReactivation(tx, companyId);
      await tx.publish(auditMessage('tenancy', ctx, { action: 'company_reactivation_refuse', companyId }));
      return company;
    });
}

/** @throws AppError INVALID_REASON */
function checkReason(text: string): string {
  const reason = text.normalize('NFC').trim();
  if (reason === '' || reason.length > MAX_REASON || !reason.isWellFormed() || reason.includes('\0'))
    throw invalidReason(`A reason of at most ${MAX_REASON} characters is required`);
  // Its readers need no permission to read values, so it is refused and not masked.
  if (findIdentifiers(reason).length > 0)
    throw invalidReason('Leave out identifiers of people, such as phone numbers and e-mail addresses');
  return reason;
}
