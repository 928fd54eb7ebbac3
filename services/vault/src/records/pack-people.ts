import { NORMALISER_VERSION } from '@pii-vault/platform/domain/field-types/matching-form';
import type { ConsentDetails } from '../consents/consent.ts';
import type { PersonWrite } from './seal-person.ts';

/** An outbox row of the write. `person` is the position in `people` from 0, undefined for the whole call. */
export interface OutboxRow {
  readonly person?: number;
  readonly topic: string;
  readonly key: string;
  readonly payload: Uint8Array;
}

const NO_KEY = Buffer.alloc(92);

/** The parameters of write_people, in order: see migrations/functions/write_people.sql. */
export function packPeople(people: readonly PersonWrite[], outbox: readonly OutboxRow[]): unknown[] {
  const consents = distinctConsents(people);
  const given = [...consents.keys()];
  return [
    arrayLiteral(people.map((one) => one.companyId)),
    arrayLiteral(people.map((one) => one.individualId)),
    arrayLiteral(people.map((one) => one.masterKey)),
    arrayLiteral(people.map((one) => one.isNew)),
    arrayLiteral(people.map((one) => one.version)),
    arrayLiteral(people.map((one) => one.quality)),
    arrayLiteral(people.map((one) => one.completeness)),
    arrayLiteral(people.map((one) => one.typeMask)),
    arrayLiteral(people.map((one) => one.newKey?.fieldKeyVersion ?? 0)),
    Buffer.concat(people.flatMap(({ newKey }) => (newKey ? [newKey.wrapped, newKey.commitment] : [NO_KEY]))),
    arrayLiteral(people.map((one) => one.consentSeq)),
    arrayLiteral(people.map((one) => (one.consent === undefined ? 0 : (consents.get(one.consent) ?? 0)))),
    given.map((one) => one.purpose),
    given.map((one) => (one.alsoFor.length === 0 ? '' : one.alsoFor.join(','))),
    given.map((one) => one.date),
    given.map((one) => one.noticeVersion ?? null),
    given.map((one) => one.language ?? null),
    given.map((one) => one.channel ?? null),
    given.map((one) => one.expiresAt ?? null),
    ...packFields(people),
    ...packHandles(people),
    arrayLiteral(outbox.map((row) => (row.person === undefined ? 0 : row.person + 1))),
    arrayLiteral(outbox.map((row) => row.topic)),
    arrayLiteral(outbox.map((row) => row.key)),
    arrayLiteral(endsOf(outbox.map((row) => row.payload))),
    Buffer.concat(outbox.map((row) => row.payload)),
    arrayLiteral(people.map((one) => one.consentTypes)),
    given.map((one) => one.isDated === true),
    arrayLiteral(people.flatMap(({ fields }) => fields.map(({ consentSeq }) => consentSeq))),
    arrayLiteral(people.map((one) => one.mayReturn)),
  ];
}

/** In one pass over the fields, of which a batch has thousands. */
function packFields(people: readonly PersonWrite[]): unknown[] {
  const at: number[] = [];
  const codes: number[] = [];
  const ids: number[] = [];
  const versions: number[] = [];
  const ciphertexts: Buffer[] = [];
  const macs: Buffer[] = [];
  const retention: (Date | null)[] = [];
  for (const [n, { fields }] of people.entries()) {
    for (const field of fields) {
      at.push(n + 1);
      codes.push(field.code);
      ids.push(field.id);
      versions.push(field.version);
      ciphertexts.push(field.ciphertext);
      macs.push(field.mac);
      retention.push(field.retentionExpiry ?? null);
    }
  }
  const numbers = [at, codes, ids, versions, endsOf(ciphertexts)].map(arrayLiteral);
  const isKept = retention.some((date) => date !== null);
  return [
    ...numbers,
    Buffer.concat(ciphertexts),
    Buffer.concat(macs),
    isKept ? retention : `{${retention.map(() => 'NULL').join(',')}}`,
  ];
}

function packHandles(people: readonly PersonWrite[]): unknown[] {
  const at: number[] = [];
  const codes: number[] = [];
  const versions: number[] = [];
  const handles: Buffer[] = [];
  for (const [n, { handles: own }] of people.entries()) {
    for (const { code, keyVersion, handle } of own) {
      at.push(n + 1);
      codes.push(code);
      versions.push(keyVersion);
      handles.push(handle);
    }
  }
  return [...[at, codes, versions].map(arrayLiteral), NORMALISER_VERSION, Buffer.concat(handles)];
}

/**
 * A PostgreSQL array of numbers, booleans, UUIDs, topics or ordering keys, none of which needs quoting or reads as
 * NULL; the driver takes each element apart and costs as much as the encryption.
 */
export function arrayLiteral(values: ReadonlyArray<number | boolean | string>): string {
  return `{${values.join(',')}}`;
}

/** Where each part ends in the concatenation, in bytes from 0. */
export function endsOf(parts: readonly Uint8Array[]): number[] {
  let end = 0;
  return parts.map((part) => {
    end += part.length;
    return end;
  });
}

/** People of one request share a consent object; each such object is sent once. Positions from 1. */
function distinctConsents(people: readonly PersonWrite[]): Map<ConsentDetails, number> {
  const positions = new Map<ConsentDetails, number>();
  for (const { consent } of people) {
    if (consent !== undefined && !positions.has(consent)) positions.set(consent, positions.size + 1);
  }
  return positions;
}
