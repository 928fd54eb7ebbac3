import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { initialsOf } from '@pii-vault/platform/domain/field-types/initials';
import { mask } from '@pii-vault/platform/domain/field-types/mask';
import { FULL_MASK } from '@pii-vault/platform/domain/field-types/mask-forms';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, fieldTypesOf } from '../../consents/consent.ts';
import { invalidField } from '../../errors.ts';
import type { AuditTicket, BatchRead } from '../../reveals/audit-ticket.ts';
import { keyOfRow, withIntegrityEntry } from '../../reveals/decryptor.ts';
import { readSealedFields, type SealedRow } from '../fields/fields-store.ts';
import type { Individual } from './individual.ts';
import type { ExternalIdDeps } from './list-external-ids.ts';

/** What tells the rows of a list apart. */
export interface PersonMarks {
  readonly companyId: number;
  readonly individualId: number;
  phone?: string;
  initials?: string;
  source?: string;
}

/** By the mark, the type of which a mask is shown. */
const MASKED = { phone: 'phone', initials: 'name' } as const;
const isMasked = (mark: string): mark is keyof typeof MASKED => Object.hasOwn(MASKED, mark);

/**
 * Marks of a page's people. Masks are a view: one audit entry and one ticket per company, committed before the first
 * decryption. Initials are a part of a value, so they need pii:reveal and are in no file (decision 0101).
 * @throws AppError INVALID_ARGUMENT MARK_UNKNOWN, INITIALS_NOT_EXPORTED; PERMISSION_DENIED
 */
export async function listMarks(
  deps: ExternalIdDeps,
  ctx: Ctx,
  page: readonly Individual[],
  marks: readonly string[],
  isExport: boolean,
): Promise<PersonMarks[]> {
  if (!marks.every((mark) => isMasked(mark) || mark === 'source'))
    throw invalidField('MARK_UNKNOWN', 'marks', 'names an unknown mark');
  if (isExport && marks.includes('initials'))
    throw invalidField('INITIALS_NOT_EXPORTED', 'marks', 'initials are not in files');
  const companies = [...Map.groupBy(page, ({ companyId }) => companyId)];
  if (marks.includes('initials') && !companies.every(([id]) => hasPermission(ctx.caller, 'pii:reveal', id)))
    throw missingPermission('pii:reveal');
  const types = marks.filter(isMasked).reduce((bits, mark) => bits | bitOf(MASKED[mark]), 0);
  const parts = companies.map(async ([companyId, people]) => {
    const found = new Map(people.map(({ id }) => [id, { companyId, individualId: id } as PersonMarks]));
    const masked = people.filter(({ typeMask }) => (typeMask & types) !== 0).map(({ id }) => id);
    if (masked.length > 0) await addMasks(deps, ctx, companyId, masked, types, found);
    if (marks.includes('source')) await addSources(deps, companyId, found);
    return [...found.values()];
  });
  return (await Promise.all(parts)).flat();
}

async function addMasks(
  deps: ExternalIdDeps,
  ctx: Ctx,
  companyId: number,
  ids: readonly number[],
  types: number,
  marks: ReadonlyMap<number, PersonMarks>,
): Promise<void> {
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, (tx) =>
    readMasked(tx, companyId, ids, types),
  );
  if (ticket === undefined) return;
  const opened = found.map(async (row) => {
    const mine = marks.get(row.individualId);
    const shown = await shownPart(deps, ctx, companyId, ticket, row);
    if (mine !== undefined) Object.assign(mine, shown);
  });
  await Promise.all(opened);
}

async function readMasked(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  types: number,
): Promise<BatchRead<SealedRow[]>> {
  const found = await readSealedFields(tx, companyId, ids, types);
  const grants = new Map<number, number>();
  for (const { individualId, type } of found)
    grants.set(individualId, (grants.get(individualId) ?? 0) | bitOf(type));
  return {
    found,
    kind: 'view',
    grants,
    values: found.length,
    entry: { action: 'field_view', fieldNames: fieldTypesOf(types) },
  };
}

async function shownPart(
  { db, keys, decryptor }: ExternalIdDeps,
  ctx: Ctx,
  companyId: number,
  ticket: AuditTicket,
  row: SealedRow,
): Promise<Pick<PersonMarks, 'phone' | 'initials'>> {
  const { individualId, type, version, ciphertext } = row;
  return await withIntegrityEntry(db, ctx, { companyId, individualId }, async () => {
    const key = await keyOfRow(keys, companyId, row);
    const value = decryptor.open(ticket, key, { fieldType: type, version }, ciphertext);
    return type === 'name' ? { initials: initialsOf(value) ?? FULL_MASK } : { phone: mask(type, value) };
  });
}

const SOURCES = `SELECT p.id, c.channel FROM unnest($2::bigint[]) AS p(id) CROSS JOIN LATERAL (
    SELECT c.channel FROM consents c
    WHERE c.company_id = $1::bigint AND c.individual_id = p.id AND NOT c.is_withdrawal ORDER BY c.seq LIMIT 1) AS c
  WHERE c.channel IS NOT NULL`;

/** The channel of each person's first consent. */
async function addSources(
  { db }: ExternalIdDeps,
  companyId: number,
  marks: ReadonlyMap<number, PersonMarks>,
): Promise<void> {
  const rows = await db.tenant({ companies: [companyId] }, (tx) =>
    tx.query<{ id: number; channel: string }>(SOURCES, [companyId, [...marks.keys()]]),
  );
  for (const { id, channel } of rows) {
    const mine = marks.get(id);
    if (mine !== undefined) mine.source = channel;
  }
}
