import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, missingPermission } from '@pii-vault/platform/core/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, requireStated } from '../../consents/consent.ts';
import { coveredPeople } from '../../consents/covered-people.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { AuditWriter, BatchRead } from '../../reveals/audit-ticket.ts';
import { type Decryptor, keyOfRow, withIntegrityEntry } from '../../reveals/decryptor.ts';
import { readSealedFields, type SealedRow } from '../fields/fields-store.ts';
import type { Individual } from './individual.ts';

export interface ListedExternalId {
  readonly companyId: number;
  readonly individualId: number;
  readonly externalId: string;
}

export interface ExternalIdDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
  readonly keys: CompanyKeys;
}

const BIT = bitOf('external_id');

/**
 * External ids of a page's people whose consent covers the purpose, for callers that may write there. One audit entry
 * and one ticket per company are committed before the first decryption. They are the company's own references and use
 * no budget.
 */
export async function listExternalIds(
  deps: ExternalIdDeps,
  ctx: Ctx,
  page: readonly Individual[],
  purpose: string | undefined,
): Promise<ListedExternalId[]> {
  const stated = requireStated(purpose);
  const companies = [...new Set(page.map((one) => one.companyId))];
  if (!companies.every((id) => hasPermission(ctx.caller, 'pii:write', id)))
    throw missingPermission('pii:write');
  const parts = companies.map((companyId) => {
    const people = page.filter((one) => one.companyId === companyId && (one.typeMask & BIT) !== 0);
    return people.length === 0
      ? []
      : idsOfCompany(
          deps,
          ctx,
          companyId,
          people.map((one) => one.id),
          stated,
        );
  });
  return (await Promise.all(parts)).flat();
}

async function idsOfCompany(
  deps: ExternalIdDeps,
  ctx: Ctx,
  companyId: number,
  ids: readonly number[],
  purpose: string,
): Promise<ListedExternalId[]> {
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, (tx) =>
    readIds(tx, companyId, ids, purpose),
  );
  if (ticket === undefined) return [];
  const opened = found.map((row) => {
    const { individualId, type, version, ciphertext } = row;
    return withIntegrityEntry(deps.db, ctx, { companyId, individualId }, async () => {
      const key = await keyOfRow(deps.keys, companyId, row);
      const externalId = deps.decryptor.open(ticket, key, { fieldType: type, version }, ciphertext);
      return { companyId, individualId, externalId };
    });
  });
  return await Promise.all(opened);
}

async function readIds(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  purpose: string,
): Promise<BatchRead<SealedRow[]>> {
  const covered = await coveredPeople(tx, companyId, ids, { types: BIT, purpose });
  const found = await readSealedFields(tx, companyId, covered, BIT);
  return {
    found,
    kind: 'view',
    grants: new Map(found.map((row) => [row.individualId, BIT])),
    values: found.length,
    entry: { action: 'field_view', fieldNames: ['external_id'], purpose },
  };
}
