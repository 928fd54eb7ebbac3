import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { KeyOwner } from '../../key-store/hierarchy/key-owner.ts';
import { findAgreementParties } from './encryption-key-store.ts';
import type { OwnerDirectory } from './owner-directory.ts';

export interface FindAgreementDeps {
  readonly db: Database;
  readonly owners: Pick<OwnerDirectory, 'agreementParties'>;
}

/**
 * A link agreement as a key owner: from its key rows, or from tenancy before it has keys. Vault and lineage check
 * whether it is active; its keys stay openable, because deleting the features of an ended agreement needs them.
 * @throws AppError NOT_FOUND when it does not exist, or the token's company is not a party
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
