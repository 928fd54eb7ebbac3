import { isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';
import { HAS_DIRECTION_MARK, hasDirectionMark } from '@pii-vault/platform/domain/readable-name';
import { invalidEntry } from '../../errors.ts';
import { type Entry, namesOf, type RegisterRow } from '../register.ts';

export const RECIPIENT_KINDS = ['processor', 'fiduciary', 'authority'] as const;

export interface RecipientFields {
  readonly code: string;
  readonly kind: string;
  readonly purposes: readonly string[];
  readonly fieldTypes: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly sharedFrom: Date;
  readonly sharedUntil: Date | null;
}
export type RecipientRow = RegisterRow & RecipientFields;

export interface RecipientChange {
  readonly name?: string | undefined;
  readonly contract?: string | undefined;
  readonly kind?: string | undefined;
  /** An empty list changes nothing. */
  readonly purposes: readonly string[];
  readonly fieldTypes: readonly string[];
  readonly country?: string | undefined;
  readonly sharedUntil?: Date | undefined;
}

const CODE = /^[a-z0-9_-]{1,50}$/;

/** @throws AppError INVALID_ENTRY */
export function checkRecipientName(name: string): void {
  if (hasDirectionMark(name)) throw invalidEntry('name', HAS_DIRECTION_MARK);
}

/** @throws AppError INVALID_ENTRY */
export function checkRecipient(recipient: RecipientFields): void {
  const { code, kind, purposes, country, sharedFrom, sharedUntil } = recipient;
  if (!CODE.test(code)) throw invalidEntry('code', 'A code has 1 to 50 of a-z, 0-9, _ and -');
  if (!RECIPIENT_KINDS.some((one) => one === kind)) throw invalidEntry('kind', 'A kind of the list');
  if (purposes.length === 0 || !purposes.every((purpose) => isPurpose(purpose)))
    throw invalidEntry('purposes', `Name at least one purpose; each ${PURPOSE_FORM}`);
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw invalidEntry('country', 'Two capital letters, such as IN');
  if (sharedUntil !== null && sharedUntil < sharedFrom)
    throw invalidEntry('sharedUntil', 'Not before the sharing began');
}

export function changedRecipient({ row, texts }: Entry<RecipientRow>, change: RecipientChange) {
  const { name = texts.name ?? '', contract = texts.contract ?? '', kind = row.kind } = change;
  const { country = row.country, sharedUntil = row.sharedUntil, ...lists } = change;
  const purposes = lists.purposes.length === 0 ? row.purposes : lists.purposes;
  const fieldTypes = lists.fieldTypes.length === 0 ? row.fieldTypes : lists.fieldTypes;
  const { code, sharedFrom } = row;
  const fields: RecipientFields = { code, kind, purposes, fieldTypes, country, sharedFrom, sharedUntil };
  checkRecipient(fields);
  if (change.name !== undefined) checkRecipientName(change.name);
  return { fields, texts: { name, contract }, fieldNames: namesOf(given(change)) };
}

function given({ purposes, fieldTypes, ...rest }: RecipientChange): object {
  return {
    ...rest,
    ...(purposes.length === 0 ? {} : { purposes }),
    ...(fieldTypes.length === 0 ? {} : { fieldTypes }),
  };
}
