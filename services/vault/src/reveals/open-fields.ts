import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isFieldType, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { constantMask, mask } from '@pii-vault/platform/domain/field-types/mask';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { DataKey } from '../keys/envelope/data-key.ts';
import { IntegrityError } from '../keys/envelope/integrity-error.ts';
import type { TicketedPerson } from './audit-ticket.ts';
import { type Decryptor, openPersonKey, withIntegrityEntry } from './decryptor.ts';
import type { StoredField } from './stored-person.ts';

export interface FieldOpener {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly decryptor: Decryptor;
}

/** By field type. */
export interface OpenedFields {
  readonly fields: Readonly<Record<string, string>>;
  /** Reasons of the fields that are not shown. */
  readonly refused: Readonly<Record<string, string>>;
}

/** The covered fields of a person, raw. */
export async function openFields(opener: FieldOpener, ctx: Ctx, one: TicketedPerson): Promise<OpenedFields> {
  const fields: Record<string, string> = {};
  const refused: Record<string, string> = {};
  await withPersonKey(opener, ctx, one, (key) => {
    for (const field of one.person.fields) {
      if (!isFieldType(field.type)) continue;
      if (field.refusal !== undefined) refused[field.type] = field.refusal;
      else if (one.reveal !== undefined) fields[field.type] = openField(opener, one.reveal, key, field);
    }
  });
  return { fields, refused };
}

export interface ShownField {
  readonly field: StoredField;
  readonly value: string;
  readonly isMasked: boolean;
}

/** Every field of a person for a detail view: raw if the reveal ticket names it, else masked. */
export async function showFields(opener: FieldOpener, ctx: Ctx, one: TicketedPerson): Promise<ShownField[]> {
  const { companyId, individualId, fields } = one.person;
  const shown: ShownField[] = [];
  await withPersonKey(opener, ctx, one, (key) => {
    for (const field of fields) {
      if (one.reveal?.permits(companyId, individualId, field.type) === true) {
        shown.push({ field, value: openField(opener, one.reveal, key, field), isMasked: false });
      } else {
        shown.push({ field, value: maskedValue(opener, one, key, field), isMasked: true });
      }
    }
  });
  return shown;
}

/** Shown for a field in a company where the purpose covers nothing, if it covers something in another one. */
const NOTHING_SHOWN = 'XXXX-MASKED';

function maskedValue(
  opener: FieldOpener,
  one: TicketedPerson,
  key: () => DataKey,
  field: StoredField,
): string {
  const constant = constantMask(field.type);
  if (constant !== null) return constant;
  return one.view === undefined ? NOTHING_SHOWN : mask(field.type, openField(opener, one.view, key, field));
}

function openField(
  opener: FieldOpener,
  ticket: NonNullable<TicketedPerson['reveal']>,
  key: () => DataKey,
  field: StoredField,
): string {
  const name: { fieldType: StoredType; version: number } = { fieldType: field.type, version: field.version };
  return opener.decryptor.open(ticket, key(), name, field.ciphertext);
}

/** Opens the person's key if a ticket needs it. */
async function withPersonKey(
  opener: FieldOpener,
  ctx: Ctx,
  one: TicketedPerson,
  work: (key: () => DataKey) => void,
): Promise<void> {
  const { person } = one;
  const needsKey = one.reveal !== undefined || one.view !== undefined;
  await withIntegrityEntry(opener.db, ctx, person, async () => {
    const key = needsKey ? await openPersonKey(opener.keys, person) : undefined;
    work(() => {
      if (key === undefined) throw new IntegrityError();
      return key;
    });
  });
}
