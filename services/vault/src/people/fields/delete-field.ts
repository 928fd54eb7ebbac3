import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import type { SpendErasure } from '../../limits/budgets/spend-daily.ts';
import { lockPeople } from '../records/locked-person.ts';
import { findField } from './fields-store.ts';
import { sealFields } from './seal-fields.ts';

export interface DeletedField {
  readonly companyId: number;
  readonly individualId: number;
  readonly sealedAt: Date;
  readonly shredAt: Date;
}

export type DeleteField = (
  ctx: Ctx,
  input: { readonly fieldId: number; readonly ifRowVersion: number | undefined },
) => Promise<DeletedField>;

/**
 * Seals the field at once; it is destroyed when the retention floor (DPDP Rules 2025, rule 8(3)) has passed. A stale
 * request is refused before it spends the budget.
 * @throws AppError NOT_FOUND, STALE, APPROVAL_REQUIRED
 */
export function deleteFieldUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly floor: RetentionFloor;
  readonly spendErasure: SpendErasure;
}): DeleteField {
  return async (ctx, { fieldId, ifRowVersion }) => {
    const requireCurrent = (recordVersion: number) => {
      requireVersion(ifRowVersion, recordVersion);
    };
    const companies = await deps.status.openAmong(companiesWith(ctx.caller, 'pii:write'));
    const place = await deps.db.tenant(readingScope(ctx, companies), (tx) =>
      findField(tx, companies, fieldId),
    );
    if (place === undefined) throw notFound();
    const { companyId, individualId, type } = place;
    requireCurrent(place.recordVersion);
    await deps.spendErasure(ctx, companyId);
    const sealedAt = new Date();
    const times = { sealedAt, shredAt: deps.floor(companyId, sealedAt) };
    await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
      if (held?.fields.get(type)?.isActive !== true) throw notFound();
      requireCurrent(held.recordVersion);
      const sealing = { companyId, held, types: [type], ...times } as const;
      await sealFields(tx, ctx, { ...sealing, change: 'field_sealed', piiFieldId: fieldId });
    });
    return { companyId, individualId, ...times };
  };
}
