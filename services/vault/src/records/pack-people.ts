import type { ConsentDetails } from '../consents/consent.ts';
import { NORMALISER_VERSION } from '../field-types/matching-form.ts';
import type { PersonWrite } from './seal-person.ts';

/** An outbox row of the write. `person` is the position in `people` from 0, undefined for the whole call. */
export interface OutboxRow {
  readonly person?: number;
  readonly topic: string;
  readonly key: string;
  readonly payload: Uint8Array;
}

const NO_KEY = Buffer.alloc(92);

/** The parameters of write_people, in order: see migrations/0002_write_people.sql. */
export function packPeople(people: readonly PersonWrite[], outbox: readonly OutboxRow[]): unknown[] {
  const consents = distinctConsents(people);
  const fields = people.flatMap((one, at) => one.fields.map((field) => ({ at: at + 1, ...field })));
  const handles = people.flatMap((one, at) => one.handles.map((row) => ({ at: at + 1, ...row })));
  const given = [...consents.keys()];
  return [
    people.map((one) => one.companyId),
    people.map((one) => one.individualId),
    people.map((one) => one.masterKey),
    people.map((one) => one.isNew),
    people.map((one) => one.version),
    people.map((one) => one.quality),
    people.map((one) => one.completeness),
    people.map((one) => one.typeMask),
    people.map((one) => one.newKey?.fieldKeyVersion ?? 0),
    Buffer.concat(people.flatMap(({ newKey }) => (newKey ? [newKey.wrapped, newKey.commitment] : [NO_KEY]))),
    people.map((one) => one.consentSeq),
    people.map((one) => (one.consent === undefined ? 0 : (consents.get(one.consent) ?? 0))),
    given.map((one) => one.purpose),
    given.map((one) => (one.alsoFor.length === 0 ? '' : one.alsoFor.join(','))),
    given.map((one) => one.date),
    given.map((one) => one.noticeVersion ?? null),
    given.map((one) => one.language ?? null),
    given.map((one) => one.channel ?? null),
    given.map((one) => one.expiresAt ?? null),
    fields.map((field) => field.at),
    fields.map((field) => field.code),
    fields.map((field) => field.id),
    fields.map((field) => field.version),
    endsOf(fields.map((field) => field.ciphertext)),
    Buffer.concat(fields.map((field) => field.ciphertext)),
    Buffer.concat(fields.map((field) => field.mac)),
    fields.map((field) => field.retentionExpiry ?? null),
    handles.map((row) => row.at),
    handles.map((row) => row.code),
    handles.map((row) => row.keyVersion),
    NORMALISER_VERSION,
    Buffer.concat(handles.map((row) => row.handle)),
    outbox.map((row) => (row.person === undefined ? 0 : row.person + 1)),
    outbox.map((row) => row.topic),
    outbox.map((row) => row.key),
    endsOf(outbox.map((row) => row.payload)),
    Buffer.concat(outbox.map((row) => row.payload)),
  ];
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
