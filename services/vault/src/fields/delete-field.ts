import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { companiesWith } from '@pii-vault/platform/context/permissions';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { bitOf } from '../consents/consent.ts';
import { bumpPerson } from '../individuals/bump-person.ts';
import { readingScope } from '../individuals/individuals-store.ts';
import { holdPeople } from '../records/held-person.ts';
import { scoredAfter } from '../records/plan-person.ts';
import { maskOf } from '../records/type-mask.ts';
import { findField, sealField } from './fields-store.ts';

export type DeleteField = (ctx: Ctx, fieldId: number) => Promise<{ sealedAt: Date; shredAt: Date }>;

const DAY_MS = 86_400_000;

/** Seals the field at once; it is destroyed when the retention floor (DPDP Rules 2025, rule 8(3)) has passed. */
export function deleteFieldUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly retentionFloorDays: number;
}): DeleteField {
  return async (ctx, fieldId) => {
    const companies = await deps.status.openAmong(companiesWith(ctx.caller, 'pii:write'));
    const place = await deps.db.tenant(readingScope(ctx, companies), (tx) =>
      findField(tx, companies, fieldId),
    );
    if (place === undefined) throw notFound();
    const { companyId, individualId, type } = place;
    const sealedAt = new Date();
    const times = { sealedAt, shredAt: new Date(sealedAt.getTime() + deps.retentionFloorDays * DAY_MS) };
    await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const held = (await holdPeople(tx, companyId, [individualId])).get(individualId);
      if (held?.fields.get(type)?.isActive !== true) throw notFound();
      await sealField(tx, place, times);
      const active = [...held.fields.values()].filter((field) => field.isActive && field.type !== type);
      await bumpPerson(
        tx,
        { companyId, individualId, recordVersion: held.recordVersion },
        {
          fields: scoredAfter(held, [], sealedAt, bitOf(type)),
          typeMask: maskOf(active.map((field) => field.type)),
          at: sealedAt,
        },
      );
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'data_update',
          companyId,
          individualId,
          piiFieldId: fieldId,
          fieldNames: [type],
          objectIds: { change: 'field_sealed' },
        }),
      );
    });
    return times;
  };
}
