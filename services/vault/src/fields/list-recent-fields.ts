import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hasPermission } from '@pii-vault/platform/context/permissions';
import type { Tx } from '@pii-vault/platform/db/database';
import { bitOf } from '../consents/consent.ts';
import { fieldTypeOfCode, type StoredType } from '../field-types/field-type.ts';
import { mask } from '../field-types/mask.ts';
import type { ShownPerson, ViewingDeps } from '../individuals/get-individual.ts';
import { BAND, readingScope } from '../individuals/individuals-store.ts';
import type { PersonWanted } from '../reveals/audit-ticket.ts';
import { type ShownField, showFields } from '../reveals/open-fields.ts';

/** People looked at per company, and fields shown in all. */
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

export interface RecentFieldsInput {
  /** undefined: all companies of the caller. */
  readonly companyId: number | undefined;
  /** undefined: nothing is revealed. */
  readonly purpose: string | undefined;
}

export type ListRecentFields = (ctx: Ctx, input: RecentFieldsInput) => Promise<RecentPerson[]>;

/**
 * At most 20 values of the people changed last. With a purpose, raw where the caller may reveal and a live consent covers
 * that purpose; else masked. Entered per person, before decryption.
 */
export function listRecentFieldsUseCase(deps: ViewingDeps): ListRecentFields {
  return async (ctx, { companyId, purpose }) => {
    const companies = await deps.status.readScope(ctx, 'pii:read', companyId);
    const recent = await deps.db.tenant(readingScope(ctx, companies), (tx) => readRecent(tx, companies));
    const opened = await deps.writer.openPeople(ctx, wantedOf(ctx, recent, purpose));
    return await Promise.all(
      opened.map(async (one) => {
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

/** One item per person. */
function wantedOf(ctx: Ctx, recent: readonly RecentField[], purpose: string | undefined): PersonWanted[] {
  const wanted = new Map<string, PersonWanted>();
  for (const { companyId, individualId, type } of recent) {
    const name = JSON.stringify([companyId, individualId]);
    const types = (wanted.get(name)?.types ?? 0) | bitOf(type);
    const item = { companyId, individualId, types, wantsDetail: true };
    const mayReveal = purpose !== undefined && hasPermission(ctx.caller, 'pii:reveal', companyId);
    wanted.set(name, mayReveal ? { ...item, purpose } : item);
  }
  return [...wanted.values()];
}

/** $1 companies, $2 people of a quality band of a company, $3 fields. People of each company's bands come in the order of an index. */
const RECENT_FIELDS = `SELECT i.company_id, i.id AS individual_id, f.field_type
     FROM unnest($1::bigint[]) AS c(company_id)
     CROSS JOIN LATERAL (
       SELECT p.* FROM generate_series(0, 2) AS b(band) CROSS JOIN LATERAL (
         SELECT i.company_id, i.id, i.updated_at FROM individuals i
         WHERE i.company_id = c.company_id AND ${BAND} = b.band AND i.sealed_at IS NULL AND i.type_mask <> 0
         ORDER BY i.updated_at DESC, i.id DESC LIMIT $2) p
       ORDER BY p.updated_at DESC, p.id DESC LIMIT $2) i
     JOIN pii_fields f ON f.company_id = i.company_id AND f.individual_id = i.id AND f.state = 1 AND f.field_type < 10
     CROSS JOIN LATERAL (
       SELECT FROM consents n
       WHERE n.company_id = i.company_id AND n.individual_id = i.id AND NOT n.is_withdrawal AND f.consent_seq > 0
         AND n.seq >= f.consent_seq AND (n.type_mask = 0 OR n.type_mask & (1 << f.field_type) <> 0)
       ORDER BY n.seq LIMIT 1) n
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
