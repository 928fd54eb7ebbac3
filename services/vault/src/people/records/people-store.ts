import { NORMALISER_VERSION } from '@pii-vault/platform/domain/field-types/matching-form';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type Claim, claiming, claimValues } from '@pii-vault/platform/postgres/idempotency/claims';
import { inTrace } from '@pii-vault/platform/postgres/single-statement';
import type { PersonWrite } from './seal-person.ts';

const writePeople = (people: string) =>
  `SELECT person, holder FROM write_people(${people}, $2::jsonb, $3::integer)`;
const WRITE_PEOPLE = { name: 'write_people', text: writePeople('$1::jsonb') };
const WRITE_ALONE = { name: 'write_people_alone', text: writePeople(inTrace('$4', '$1::jsonb')) };
/** A skipped person would leave a key without a result. */
const WRITE_ONCE = {
  name: 'write_people_once',
  text: `${writePeople(inTrace('$11', claiming(4, '$1::jsonb')))} WHERE take_back()`,
};

interface LeftOutRow {
  readonly person: number;
  readonly holder: number;
}

/** Positions in the call, and the holder of the external id of each; negative if that person was erased. */
export type LeftOut = ReadonlyMap<number, number>;

/**
 * Writes people, their fields, handles, consents and outbox rows. Returns the skipped ones, whose external id another
 * person has; neither they nor their outbox rows are written.
 */
export async function writePeopleRows(
  tx: Tx,
  people: readonly PersonWrite[],
  outbox: readonly OutboxRow[],
): Promise<LeftOut> {
  if (people.length === 0) return new Map();
  const rows = await tx.query<LeftOutRow>({ ...WRITE_PEOPLE, values: valuesOf(people, outbox) });
  if (outbox.length > 0) tx.wroteOutbox();
  return leftOutOf(rows);
}

/** The same in a separate transaction, in one round trip. */
export async function writePeopleAlone(
  db: Pick<Database, 'statement'>,
  people: readonly PersonWrite[],
  outbox: readonly OutboxRow[],
): Promise<LeftOut> {
  const statement = { ...WRITE_ALONE, values: valuesOf(people, outbox) };
  return leftOutOf(await db.statement<LeftOutRow>(statement, { wroteOutbox: true }));
}

/**
 * The same with the keys of repeatable calls: either all people are written and all keys stored, or nothing.
 * @throws AppError, recognised by isClaimRolledBack, when a key is taken or a person would be skipped
 */
export async function writePeopleOnce(
  db: Pick<Database, 'statement'>,
  people: readonly PersonWrite[],
  outbox: readonly OutboxRow[],
  claims: readonly Claim[],
): Promise<LeftOut> {
  const statement = { ...WRITE_ONCE, values: [...valuesOf(people, outbox), ...claimValues(claims)] };
  await db.statement(statement, { wroteOutbox: true });
  return NOBODY;
}

const NOBODY: LeftOut = new Map();

function leftOutOf(rows: readonly LeftOutRow[]): LeftOut {
  const leftOut = new Map<number, number>();
  // A living holder takes precedence over an erased one.
  for (const { person, holder } of rows)
    leftOut.set(person - 1, Math.max(holder, leftOut.get(person - 1) ?? holder));
  return leftOut;
}

/** An outbox row of the write. `person` is the index in `people`, undefined for the whole call. */
export interface OutboxRow {
  readonly person?: number;
  readonly topic: string;
  readonly key: string;
  readonly payload: Uint8Array;
}

/** The parameters of write_people, in order: see migrations/functions/write_people.sql. */
function valuesOf(people: readonly PersonWrite[], outbox: readonly OutboxRow[]): unknown[] {
  return [
    JSON.stringify(people.map(personRecord)),
    JSON.stringify(outbox.map(eventRecord)),
    NORMALISER_VERSION,
  ];
}

/** A record of written_person (migrations/0017_written_people.sql). */
const personRecord = (one: PersonWrite) => ({
  company_id: one.companyId,
  id: one.individualId,
  master_key: one.masterKey,
  is_new: one.isNew,
  may_return: one.mayReturn,
  version: one.version,
  quality: one.quality,
  completeness: one.completeness,
  type_mask: one.typeMask,
  key: one.newKey && {
    field_key_version: one.newKey.fieldKeyVersion,
    wrapped: byteaText(one.newKey.wrapped),
    commitment: byteaText(one.newKey.commitment),
  },
  consent_seq: one.consentSeq,
  consent: one.consent && {
    types: one.consentTypes,
    purpose: one.consent.purpose,
    also_for: one.consent.alsoFor,
    given_at: one.consent.date,
    is_dated: one.consent.isDated === true,
    notice_version: one.consent.noticeVersion,
    language: one.consent.language,
    channel: one.consent.channel,
    expires_at: one.consent.expiresAt,
  },
  fields: one.fields.map((field) => ({
    type: field.code,
    id: field.id,
    version: field.version,
    consent_seq: field.consentSeq,
    ciphertext: byteaText(field.ciphertext),
    mac: byteaText(field.mac),
    retention_expiry: field.retentionExpiry,
  })),
  handles: one.handles.map(({ code, keyVersion, handle }) => ({
    type: code,
    key_version: keyVersion,
    handle: byteaText(handle),
  })),
});

/** A record of written_event. */
const eventRecord = ({ person, topic, key, payload }: OutboxRow) => ({
  person: person === undefined ? 0 : person + 1,
  topic,
  key,
  payload: byteaText(payload),
});

/** Bytes as PostgreSQL reads a bytea from text (manual, "bytea Hex Format"). */
const byteaText = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
