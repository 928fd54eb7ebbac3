import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { agreementEvents } from '../../events.ts';
import { agreementAudit } from './agreement-audit.ts';
import { HEALTHCARE, type LinkAgreement } from './link-agreement.ts';
import { endAgreement, endLapsed, lockAgreement, noteHealth } from './link-agreement-store.ts';

/** Ends the agreement, for either side, or withdraws or declines a pending one. Repeating it changes nothing. */
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
 * Updates which agreements concern health, because a company's tier may have changed. Marks agreements whose end has
 * passed and publishes events. They were invalid since that time (isAgreementLive); this allows a new agreement for the
 * pair and lets consumers delete the rest.
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
