import type { DataKey } from '../envelope/data-key.ts';
import { type FieldName, openSealedField } from '../envelope/sealed-field.ts';
import { type AuditTicket, ticketRequired } from './audit-ticket.ts';
import type { DecryptCounter } from './decrypt-counter.ts';

/** The only way from a ciphertext to a value. */
export class Decryptor {
  readonly #counter: DecryptCounter;
  readonly #redeemed = new WeakSet<AuditTicket>();

  constructor(counter: DecryptCounter) {
    this.#counter = counter;
  }

  /**
   * Opens one field that the ticket names, and counts it.
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
