import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { notPending, otherSideAnswers } from '../../errors.ts';
import { agreementEvents } from '../../events.ts';
import { agreementAudit } from './agreement-audit.ts';
import { agreementStatus, type LinkAgreement } from './link-agreement.ts';
import { acceptAgreement, lockAgreement } from './link-agreement-store.ts';

/**
 * Accepts an agreement, for the requested company.
 * @throws AppError NOT_FOUND, NOT_PENDING, PERMISSION_DENIED OTHER_SIDE_ANSWERS for the requesting side
 */
export function acceptLinkAgreement({ db, now = Date.now }: { db: Database; now?: () => number }) {
  return async (ctx: Ctx, agreementId: number): Promise<LinkAgreement> => {
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    return db.tenant(scopeWith(caller, 'company:manage'), async (tx) => {
      const before = await lockAgreement(tx, agreementId);
      if (before === undefined) throw notFound();
      if (!hasPermission(caller, 'company:manage', before.otherCompanyId)) throw otherSideAnswers();
      if (agreementStatus(before, now()) !== 'pending') throw notPending();
      const agreement = await acceptAgreement(tx, agreementId, caller.actorUserId ?? caller.userId);
      await tx.publishAll(agreementEvents('tenancy.link_agreement_accepted', agreement));
      const audits = agreementAudit('link_agreement_accept', agreement);
      await tx.publishAll(audits.map((facts) => auditMessage('tenancy', ctx, facts)));
      return agreement;
    });
  };
}
