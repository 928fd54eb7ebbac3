import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { DataKey, WrappedDataKey } from '../keys/envelope/data-key.ts';
import { IntegrityError } from '../keys/envelope/integrity-error.ts';
import { type FieldName, openSealedField } from '../keys/envelope/sealed-field.ts';
import { type AuditTicket, ticketRequired } from './audit-ticket.ts';
import type { DecryptCounter } from './decrypt-counter.ts';
import type { StoredPerson } from './stored-person.ts';

/** The only function that decrypts values. */
export class Decryptor {
  readonly #counter: DecryptCounter;
  readonly #redeemed = new WeakSet<AuditTicket>();

  constructor(counter: DecryptCounter) {
    this.#counter = counter;
  }

  /**
   * Decrypts one field of the ticket, and counts it.
   * @throws IntegrityError; AppError INTERNAL TICKET_REQUIRED for a field that the ticket does not name
   */
  open(ticket: AuditTicket, key: DataKey, field: FieldName, ciphertext: Buffer): string {
    const { companyId, individualId } = key.name;
    if (!ticket.permits(companyId, individualId, field.fieldType)) throw ticketRequired();
    if (!this.#redeemed.has(ticket)) {
      this.#redeemed.add(ticket);
      this.#counter.countTicket(companyId, ticket.kind);
    }
    this.#counter.countValue(companyId, ticket.kind);
    return openSealedField(key, field, ciphertext);
  }
}

/** The data key of the person's fields. @throws IntegrityError when there is none, or it is another person's */
export function openPersonKey(keys: CompanyKeys, person: StoredPerson): DataKey | Promise<DataKey> {
  if (person.dataKey === undefined) throw new IntegrityError();
  return keyOfRow(keys, person.companyId, {
    individualId: person.individualId,
    dataKey: person.dataKey,
  });
}

/** The data key stored with a field. @throws IntegrityError */
export function keyOfRow(
  keys: CompanyKeys,
  companyId: number,
  row: { readonly individualId: number; readonly dataKey: WrappedDataKey & { readonly version: number } },
): DataKey | Promise<DataKey> {
  const { individualId, dataKey } = row;
  return keys.dataKey({ companyId, individualId, version: dataKey.version }, dataKey);
}

/** Runs `work` on one person's values; records an integrity error in the trail before it is thrown. */
export async function withIntegrityEntry<T>(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntegrityError) {
      const { companyId, individualId } = person;
      const message = auditMessage('vault', ctx, { action: 'integrity_error', companyId, individualId });
      await db.tenant({ companies: [companyId] }, (tx) => tx.publish(message));
    }
    throw error;
  }
}
