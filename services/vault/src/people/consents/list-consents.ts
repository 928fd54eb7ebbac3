import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { ConsentEntry } from '../../consents/consent.ts';
import { readConsentsIn } from '../../consents/consents-store.ts';
import { whyMissing } from '../individuals/erased-people-store.ts';

/** The consent history of a person in one company. */
export interface ConsentHistory {
  readonly companyId: number;
  /** Oldest first. */
  readonly entries: readonly ConsentEntry[];
}

export type ListConsents = (
  ctx: Ctx,
  input: { readonly individualId: number; readonly companyId?: number },
) => Promise<ConsentHistory[]>;

/** Consents and withdrawals of the person, in every company of the caller that holds it, ascending by company. */
export function listConsentsUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
}): ListConsents {
  return async (ctx, { individualId, companyId }) => {
    const companies = await deps.status.readScope(ctx, 'pii:read', companyId);
    return await deps.db.tenant(readingScope(ctx, companies), async (tx) => {
      const histories = await readConsentsIn(tx, companies, individualId);
      if (histories.length === 0) throw await whyMissing(tx, companies, individualId);
      return histories;
    });
  };
}
