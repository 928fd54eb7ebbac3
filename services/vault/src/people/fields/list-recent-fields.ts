import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { fieldTypeOfCode, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { mask } from '@pii-vault/platform/domain/field-types/mask';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, requirePurpose } from '../../consents/consent.ts';
import type { PersonWanted } from '../../reveals/audit-ticket.ts';
import { type ShownField, showFields } from '../../reveals/open-fields.ts';
import type { ShownPerson, ViewingDeps } from '../individuals/get-individual.ts';
import { BAND } from '../individuals/individuals-store.ts';

/** People read per company, and fields shown in all. */
const PEOPLE = 5;
const FIELDS = 20;

interface RecentField {
  readonly companyId: number;
  readonly individualId: number;
  readonly type: StoredType;
}

export interface RecentPerson extends ShownPerson {
  readonly maskedValues: ReadonlyMap<ShownField, string>;
}

export type ListRecentFields = (
  ctx: Ctx,
  input: { readonly companyId: number | undefined; readonly purpose: string | undefined },
) => Promise<RecentPerson[]>;

/**
 * At most 20 values of the people changed last: masked, or raw as a reveal for the stated purpose, where the caller may
 * reveal and consent covers it. Recorded per person, before decryption.
 */
export function listRecentFieldsUseCase(deps: ViewingDeps): ListRecentFields {
  return async (ctx, { companyId, purpose }) => {
    if (purpose !== undefined) requirePurpose(purpose);
    const companies = await deps.status.readScope(ctx, 'pii:read', companyId);
    const recent = await deps.db.tenant(readingScope(ctx, companies), (tx) => readRecent(tx, companies));
    const opened = await Promise.all(
      wantedOf(ctx, recent, purpose).map((people) => deps.writer.openPeople(ctx, people)),
    );
    return await Promise.all(
      opened.flat().map(async (one) => {
        const fields = await showFields(deps.opener, ctx, one);
        const masked = (shown: ShownField) =>
          shown.isMasked ? shown.value : mask(shown.field.type, shown.value);
        return {
          person: one.person,
          fields,
          maskedValues: new Map(fields.map((shown) => [shown, masked(shown)])),
        };
      }),
    );
  };
}

/** People by company: one item per person. */
function wantedOf(ctx: Ctx, recent: readonly RecentField[], purpose: string | undefined): PersonWanted[][] {
  return [...Map.groupBy(recent, ({ companyId }) => companyId)].map(([companyId, fields]) => {
    const isReveal = purpose !== undefined && hasPermission(ctx.caller, 'pii:reveal', companyId);
    const types = new Map<number, number>();
    for (const { individualId, type } of fields)
      types.set(individualId, (types.get(individualId) ?? 0) | bitOf(type));
    return [...types].map(([individualId, mask]) => ({
      companyId,
      individualId,
      types: mask,
      wantsDetail: true,
      ...(isReveal ? { purpose } : {}),
    }));
  });
}

/**
 * $1 companies, $2 people per quality band and company, $3 fields. An index has the people of each band in this order.
 */
const RECENT_FIELDS = `SELECT i.company_id, i.id AS individual_id, f.field_type
     FROM unnest($1::bigint[]) AS c(company_id)
     CROSS JOIN LATERAL (
       SELECT p.* FROM generate_series(0, 2) AS b(band) CROSS JOIN LATERAL (
         SELECT i.company_id, i.id, i.updated_at FROM individuals i
         WHERE i.company_id = c.company_id AND ${BAND} = b.band AND i.sealed_at IS NULL AND i.type_mask <> 0
         ORDER BY i.updated_at DESC, i.id DESC LIMIT $2) p
       ORDER BY p.updated_at DESC, p.id DESC LIMIT $2) i
     JOIN pii_fields f ON f.company_id = i.company_id AND f.individual_id = i.id AND f.state = 1 AND f.field_type < 10
     WHERE EXISTS (
       SELECT FROM consents n
       WHERE n.company_id = i.company_id AND n.individual_id = i.id AND NOT n.is_withdrawal AND f.consent_seq > 0
         AND n.seq >= f.consent_seq AND (n.type_mask = 0 OR n.type_mask & (1 << f.field_type) <> 0))
     ORDER BY i.updated_at DESC, i.company_id, i.id, f.field_type LIMIT $3`;

async function readRecent(tx: Tx, companies: readonly number[]): Promise<RecentField[]> {
  const rows = await tx.query<{
    company_id: number;
    individual_id: number;
    field_type: number;
  }>(RECENT_FIELDS, [companies, PEOPLE, FIELDS]);
  return rows.map((row) => ({
    companyId: row.company_id,
    individualId: row.individual_id,
    type: fieldTypeOfCode(row.field_type),
  }));
}
