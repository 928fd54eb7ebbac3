import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission, requirePermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { agreementExists } from '../../errors.ts';
import { agreementEvents } from '../../events.ts';
import type { Company } from '../company.ts';
import { findCompanies } from '../company-store.ts';
import { agreementAudit } from './agreement-audit.ts';
import {
  checkHealth,
  checkNewAgreement,
  type LinkAgreement,
  type NewLinkAgreement,
} from './link-agreement.ts';
import { type AgreementInsert, insertAgreement, lockAgreement } from './link-agreement-store.ts';

/**
 * Requests an agreement to link people for a purpose. It is pending until the other company accepts, unless the caller
 * is a super_admin, who acts for both.
 * @throws AppError INVALID_AGREEMENT, NOT_FOUND (unknown or deleted other company), AGREEMENT_EXISTS
 */
export function createLinkAgreement({ db, now = Date.now }: { db: Database; now?: () => number }) {
  return async (ctx: Ctx, input: NewLinkAgreement): Promise<LinkAgreement> => {
    checkNewAgreement(input, now());
    requirePermission(ctx, 'company:manage', input.companyId);
    if (ctx.caller.kind !== 'user') throw missingPermission('company:manage');
    const requestedBy = ctx.caller.actorUserId ?? ctx.caller.userId;
    const acceptedBy = ctx.caller.isSuperAdmin ? requestedBy : undefined;
    return db
      .tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
        const create = async () => {
          const agreement = await insertAndTell(tx, ctx, { ...input, requestedBy, acceptedBy });
          checkHealth(input, await bothSides(db, agreement));
          return agreement;
        };
        return once(tx, ctx, callOf(input), create, async (id) => await lockAgreement(tx, id));
      })
      .catch(explainConflict);
  };
}

/**
 * A deleted company keeps its row, so no foreign key refuses it, and the caller may not see the other side. Check it
 * after the insert, whose key lock prevents deletion of both companies until the agreement exists.
 */
async function bothSides(
  db: Pick<Database, 'system'>,
  { companyId, otherCompanyId }: LinkAgreement,
): Promise<Company[]> {
  const sides = await db.system((tx) => findCompanies(tx, [companyId, otherCompanyId]));
  if (sides.length < 2) throw notFound();
  return sides;
}

async function insertAndTell(tx: Tx, ctx: Ctx, wanted: AgreementInsert): Promise<LinkAgreement> {
  const agreement = await insertAgreement(tx, wanted);
  const audits = agreementAudit('link_agreement_create', agreement);
  if (wanted.acceptedBy !== undefined) {
    await tx.publishAll(agreementEvents('tenancy.link_agreement_accepted', agreement));
    audits.push(...agreementAudit('link_agreement_accept', agreement));
  }
  await tx.publishAll(audits.map((facts) => auditMessage('tenancy', ctx, facts)));
  return agreement;
}

function callOf(input: NewLinkAgreement) {
  const { otherCompanyId, purpose, includeAadhaar, disclosureMinutes, includesHealthData } = input;
  const times = [input.startsAt, input.endsAt].map((time) => time?.toISOString() ?? '');
  const terms = [includeAadhaar, disclosureMinutes, includesHealthData].map(String);
  const parts = [String(otherCompanyId), purpose, ...terms, ...times];
  return { companyId: input.companyId, route: 'CreateLinkAgreement', parts };
}

function explainConflict(error: unknown): never {
  const known = AppError.from(error);
  if (known.code !== 'ALREADY_EXISTS' || !(known.cause instanceof PostgresFailure)) throw known;
  throw known.cause.sqlState === '23503' ? notFound() : agreementExists(known);
}
