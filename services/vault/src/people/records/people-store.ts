import { NORMALISER_VERSION } from '@pii-vault/platform/domain/field-types/matching-form';
import { arrayLiteral, endsOf } from '@pii-vault/platform/postgres/array-literal';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type Claim, claiming, claimValues } from '@pii-vault/platform/postgres/idempotency/claims';
import { inTrace } from '@pii-vault/platform/postgres/single-statement';
import type { ConsentDetails } from '../../consents/consent.ts';
import type { PersonWrite } from './seal-person.ts';

const writePeople = (first: string) => `SELECT person, holder FROM write_people(
    ${first}, $2::bigint[], $3::uuid[], $4::boolean[], $5::bigint[],
    $6::integer[], $7::integer[], $8::integer[], $9::integer[], $10::bytea, $11::integer[], $12::integer[],
    $13::text[], $14::text[], $15::timestamptz[], $16::text[], $17::text[], $18::text[], $19::timestamptz[],
    $20::integer[], $21::integer[], $22::bigint[], $23::integer[], $24::integer[],
    $25::bytea, $26::bytea, $27::timestamptz[],
    $28::integer[], $29::integer[], $30::integer[], $31::integer, $32::bytea,
    $33::integer[], $34::text[], $35::text[], $36::integer[], $37::bytea, $38::integer[], $39::boolean[], $40::integer[],
    $41::boolean[])`;
const WRITE_PEOPLE = { name: 'write_people', text: writePeople('$1::bigint[]') };
const WRITE_ALONE = { name: 'write_people_alone', text: writePeople(inTrace('$42', '$1::bigint[]')) };
/** A skipped person would leave a key without a result. */
const WRITE_ONCE = {
  name: 'write_people_once',
  text: `${writePeople(inTrace('$49', claiming(42, '$1::bigint[]')))} WHERE take_back()`,
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
  const rows = await tx.query<LeftOutRow>({ ...WRITE_PEOPLE, values: packPeople(people, outbox) });
  if (outbox.length > 0) tx.wroteOutbox();
  return leftOutOf(rows);
}

/** The same in a separate transaction, in one round trip. */
export async function writePeopleAlone(
  db: Pick<Database, 'statement'>,
  people: readonly PersonWrite[],
  outbox: readonly OutboxRow[],
): Promise<LeftOut> {
  const statement = { ...WRITE_ALONE, values: packPeople(people, outbox) };
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
  const statement = { ...WRITE_ONCE, values: [...packPeople(people, outbox), ...claimValues(claims)] };
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

/** One pass over the fields, of which a batch has thousands. */
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

/** People of one request share a consent object; each such object is sent once. Positions from 1. */
function distinctConsents(people: readonly PersonWrite[]): Map<ConsentDetails, number> {
  const positions = new Map<ConsentDetails, number>();
  for (const { consent } of people) {
    if (consent !== undefined && !positions.has(consent)) positions.set(consent, positions.size + 1);
  }
  return positions;
}
