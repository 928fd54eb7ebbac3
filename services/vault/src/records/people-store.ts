import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type Claim, claiming, claimValues } from '@pii-vault/platform/postgres/idempotency/claims';
import { inTrace } from '@pii-vault/platform/postgres/single-statement';
import { type OutboxRow, packPeople } from './pack-people.ts';
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
/** A person that is left out would leave a key without a result. */
const WRITE_ONCE = {
  name: 'write_people_once',
  text: `${writePeople(inTrace('$49', claiming(42, '$1::bigint[]')))} WHERE take_back()`,
};

interface LeftOutRow {
  readonly person: number;
  readonly holder: number;
}

/**
 * Positions in the call, and the person that holds the external id of each; minus its id where that person was erased.
 */
export type LeftOut = ReadonlyMap<number, number>;

/**
 * Writes people, their fields, handles, consents and outbox rows. Answers who was left out, because another person
 * holds the external id; nothing of these was written, nor their outbox rows.
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
 * The same with the keys of calls that may be repeated, which are apart: everybody is written and every key taken, or
 * nothing happens.
 * @throws AppError that wasTakenBack knows, where a key is not free or somebody would be left out
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
  // A living holder counts before an erased one.
  for (const { person, holder } of rows)
    leftOut.set(person - 1, Math.max(holder, leftOut.get(person - 1) ?? holder));
  return leftOut;
}
