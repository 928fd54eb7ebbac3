import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { LinkableValue } from '../../consents/link-scope.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { IntegrityError } from '../../keys/envelope/integrity-error.ts';
import type { AuditTicket } from '../../reveals/audit-ticket.ts';
import { type Decryptor, keyOfRow, withIntegrityEntry } from '../../reveals/decryptor.ts';
import type { LinkablePerson } from './linkable-store.ts';

export interface OpeningDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly decryptor: Decryptor;
}

/**
 * The linkable values of a person. A damaged value is recorded in the trail, and its person gives none: one damaged row
 * must not block matching of others.
 */
export async function openLinkable(
  deps: OpeningDeps,
  ctx: Ctx,
  companyId: number,
  person: LinkablePerson,
  ticket: AuditTicket,
): Promise<LinkableValue[]> {
  const { individualId } = person;
  try {
    return await withIntegrityEntry(deps.db, ctx, { companyId, individualId }, () =>
      openValues(deps, companyId, person, ticket),
    );
  } catch (error) {
    if (error instanceof IntegrityError) return [];
    throw error;
  }
}

async function openValues(
  deps: OpeningDeps,
  companyId: number,
  person: LinkablePerson,
  ticket: AuditTicket,
): Promise<LinkableValue[]> {
  const [first] = person.fields;
  if (first === undefined) return [];
  const key = await keyOfRow(deps.keys, companyId, first);
  return person.fields.flatMap(({ type, version, ciphertext, consentSeq, retentionExpiry }) => {
    if (!isFieldType(type)) return [];
    const value = deps.decryptor.open(ticket, key, { fieldType: type, version }, ciphertext);
    return [{ type, value, consentSeq, ...(retentionExpiry === undefined ? {} : { retentionExpiry }) }];
  });
}
