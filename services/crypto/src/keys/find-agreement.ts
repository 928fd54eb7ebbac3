import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { KeyOwner } from '../hierarchy/key-owner.ts';
import { findAgreementParties } from './encryption-key-store.ts';
import type { OwnerDirectory } from './owner-directory.ts';

export interface FindAgreementDeps {
  readonly db: Database;
  readonly owners: Pick<OwnerDirectory, 'agreementParties'>;
}

/**
 * A linking agreement as an owner of keys: from its own rows, or from tenancy as long as it has none. Whether
 * it is live is for vault and lineage to ask; its keys stay openable, because ended features are deleted by them.
 * @throws AppError NOT_FOUND when there is none, or the token speaks for a company that has no part in it
 */
export function findAgreement(deps: FindAgreementDeps): (ctx: Ctx, agreementId: number) => Promise<KeyOwner> {
  return async (ctx, agreementId) => {
    if (!Number.isSafeInteger(agreementId) || agreementId < 1) throw notFound();
    const known = await deps.db.system((tx) => findAgreementParties(tx, agreementId));
    const companyIds = known ?? (await deps.owners.agreementParties(ctx, agreementId));
    if (companyIds === undefined || ctx.caller.kind !== 'service') throw notFound();
    const { company } = ctx.caller;
    if (company !== 'system' && !companyIds.includes(company)) throw notFound();
    return { kind: 'agreement', agreementId, companyIds };
  };
}
