import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import { sealFields } from '../../people/fields/seal-fields.ts';
import { lockPeople } from '../../people/records/locked-person.ts';

export type ExpireFields = (
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number; readonly at: Date },
) => Promise<number>;

/**
 * Seals the fields of a person whose retention is over, like deleted ones: after the floor the person is re-keyed
 * without them. @returns their number
 */
export function expireFieldsUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly floor: RetentionFloor;
}): ExpireFields {
  return (ctx, { companyId, individualId, at }) =>
    deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
      if (held === undefined) return 0;
      const types = [...held.fields.values()]
        .filter(
          ({ isActive, retentionExpiry }) =>
            isActive && retentionExpiry !== undefined && retentionExpiry <= at,
        )
        .map(({ type }) => type);
      if (types.length === 0) return 0;
      const times = { sealedAt: at, shredAt: deps.floor(companyId, at) };
      await sealFields(tx, ctx, { companyId, held, types, ...times, change: 'retention_expired' });
      return types.length;
    });
}
