import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { openText } from '@pii-vault/platform/text-keys/sealed-text';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { readingScope } from '../individuals/individuals-store.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { textForm } from '../keys/text-form.ts';
import type { Erasure } from './erasure.ts';
import { readErasures } from './erasures-store.ts';

export interface ToldErasure {
  readonly erasure: Erasure;
  readonly reason: string;
}

export type GetErasures = (
  ctx: Ctx,
  input: { readonly individualId: number; readonly companyId?: number },
) => Promise<ToldErasure[]>;

/** How far the erasures of a person are, in every company of the caller that erased it. */
export function getErasuresUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
}): GetErasures {
  return async (ctx, { individualId, companyId }) => {
    const companies = await deps.status.readScope(ctx, 'pii:erase', companyId);
    const found = await deps.db.tenant(readingScope(ctx, companies), (tx) =>
      readErasures(tx, companies, individualId),
    );
    if (found.length === 0) throw notFound();
    return await Promise.all(
      found.map(async (one) => {
        const form = textForm(one.companyId, 'erasure reason', individualId);
        return { erasure: one, reason: await openText(deps.keys.texts, form, one.reason) };
      }),
    );
  };
}
