import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { mask } from '@pii-vault/platform/domain/field-types/mask';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf } from '../../consents/consent.ts';
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
  source?: string;
}

const PHONE = bitOf('phone');

/**
 * Marks of a page's people. Masks of phones are a view: one audit entry and one ticket per company, committed before
 * the first decryption.
 * @throws AppError INVALID_ARGUMENT MARK_UNKNOWN
 */
export async function listMarks(
  deps: ExternalIdDeps,
  ctx: Ctx,
  page: readonly Individual[],
  marks: readonly string[],
): Promise<PersonMarks[]> {
  if (!marks.every((mark) => mark === 'phone' || mark === 'source'))
    throw invalidField('MARK_UNKNOWN', 'marks', 'names an unknown mark');
  const companies = [...Map.groupBy(page, ({ companyId }) => companyId)];
  const parts = companies.map(async ([companyId, people]) => {
    const found = new Map(people.map(({ id }) => [id, { companyId, individualId: id } as PersonMarks]));
    const withPhone = people.filter(({ typeMask }) => (typeMask & PHONE) !== 0).map(({ id }) => id);
    if (marks.includes('phone') && withPhone.length > 0)
      await addPhones(deps, ctx, companyId, withPhone, found);
    if (marks.includes('source')) await addSources(deps, companyId, found);
    return [...found.values()];
  });
  return (await Promise.all(parts)).flat();
}

async function addPhones(
  deps: ExternalIdDeps,
  ctx: Ctx,
  companyId: number,
  ids: readonly number[],
  marks: ReadonlyMap<number, PersonMarks>,
): Promise<void> {
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, (tx) =>
    readPhones(tx, companyId, ids),
  );
  if (ticket === undefined) return;
  const opened = found.map(async (row) => {
    const mine = marks.get(row.individualId);
    const phone = await maskedPhone(deps, ctx, companyId, ticket, row);
    if (mine !== undefined) mine.phone = phone;
  });
  await Promise.all(opened);
}

async function readPhones(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<BatchRead<SealedRow[]>> {
  const found = await readSealedFields(tx, companyId, ids, PHONE);
  const grants = new Map(found.map(({ individualId }) => [individualId, PHONE]));
  return {
    found,
    kind: 'view',
    grants,
    values: found.length,
    entry: { action: 'field_view', fieldNames: ['phone'] },
  };
}

async function maskedPhone(
  { db, keys, decryptor }: ExternalIdDeps,
  ctx: Ctx,
  companyId: number,
  ticket: AuditTicket,
  row: SealedRow,
): Promise<string> {
  const { individualId, type, version, ciphertext } = row;
  return await withIntegrityEntry(db, ctx, { companyId, individualId }, async () => {
    const key = await keyOfRow(keys, companyId, row);
    return mask(type, decryptor.open(ticket, key, { fieldType: type, version }, ciphertext));
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
