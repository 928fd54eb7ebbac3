import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { maskOf } from '../../consents/consent.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import { bumpPerson } from '../individuals/bump-person.ts';
import type { LockedPerson } from '../records/locked-person.ts';
import { listedTypes, scoredAfter } from '../records/plan-person.ts';
import { sealField } from './fields-store.ts';

export interface Sealing {
  readonly companyId: number;
  readonly held: LockedPerson;
  readonly types: readonly StoredType[];
  readonly sealedAt: Date;
  readonly shredAt: Date;
  /** Reason for the trail. */
  readonly change: 'field_sealed' | 'retention_expired';
  /** Named in the entry of a single field. */
  readonly piiFieldId?: number;
}

/** Seals fields of a held person: unreadable from the commit on. Updates scores and publishes the event. */
export async function sealFields(tx: Tx, ctx: Ctx, sealing: Sealing): Promise<void> {
  const { companyId, held, types, sealedAt, shredAt, change, piiFieldId } = sealing;
  const { individualId, recordVersion } = held;
  for (const type of types) await sealField(tx, { companyId, individualId, type }, { sealedAt, shredAt });
  await bumpPerson(
    tx,
    { companyId, individualId, recordVersion },
    {
      fields: scoredAfter(held, [], sealedAt, { without: maskOf(types) }),
      typeMask: maskOf(listedTypes(held).filter((type) => !types.includes(type))),
      at: sealedAt,
      by: writtenBy(ctx.caller),
    },
  );
  await tx.publish(
    auditMessage('vault', ctx, {
      action: 'data_update',
      companyId,
      individualId,
      ...(piiFieldId === undefined ? {} : { piiFieldId }),
      fieldNames: types,
      objectIds: { change },
    }),
  );
}
