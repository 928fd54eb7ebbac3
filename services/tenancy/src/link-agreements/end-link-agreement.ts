import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { agreementEvents } from '../events.ts';
import { agreementAudit } from './agreement-audit.ts';
import { HEALTHCARE, type LinkAgreement } from './link-agreement.ts';
import { endAgreement, endLapsed, lockAgreement, noteHealth } from './link-agreement-store.ts';

/** Either side ends the agreement, or withdraws or declines a pending one. Ending it again changes nothing. */
export function endLinkAgreement({ db }: { db: Database }) {
  return async (ctx: Ctx, agreementId: number): Promise<LinkAgreement> => {
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    return db.tenant(scopeWith(caller, 'company:manage'), async (tx) => {
      const before = await lockAgreement(tx, agreementId);
      if (before === undefined) throw notFound();
      if (before.endedAt !== null) return before;
      const agreement = await endAgreement(tx, agreementId, caller.actorUserId ?? caller.userId);
      await tx.publishAll(agreementEvents('tenancy.link_agreement_ended', agreement));
      const audits = agreementAudit('link_agreement_end', agreement);
      await tx.publishAll(audits.map((facts) => auditMessage('tenancy', ctx, facts)));
      return agreement;
    });
  };
}

/**
 * Notes which agreements concern health, as the tier of a company may have changed, marks those whose end has come and
 * tells of it. They stopped counting at that moment anyway
 * (isAgreementLive); this frees the pair for a new one and lets consumers delete what is left.
 */
export function endLapsedAgreements({ db, self }: { db: Database; self: () => Ctx }) {
  return async (): Promise<void> => {
    await db.system(async (tx) => {
      await noteHealth(tx, HEALTHCARE);
      for (const agreement of await endLapsed(tx)) {
        await tx.publishAll(agreementEvents('tenancy.link_agreement_ended', agreement));
        const audits = agreementAudit('link_agreement_end', agreement);
        await tx.publishAll(audits.map((facts) => auditMessage('tenancy', self(), facts)));
      }
    });
  };
}
