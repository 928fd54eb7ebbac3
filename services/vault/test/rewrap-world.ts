import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Database } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { CompanyKeys } from '../src/keys/company-keys/company-keys.ts';
import { withoutStaleKeys } from '../src/keys/company-keys/without-stale-keys.ts';
import { RandomPool } from '../src/keys/envelope/random-pool.ts';
import { rekeyPersonUseCase } from '../src/lifecycle/rekey/rekey-person.ts';
import { rewrapJob } from '../src/lifecycle/rewrap/rewrap-job.ts';
import { readDataKey } from '../src/lifecycle/rewrap/wrapped-keys-store.ts';
import { inRetriedTransaction } from '../src/people/idempotency/once.ts';
import { IdPool } from '../src/people/ids/id-pool.ts';
import { createCreatePerson } from '../src/people/records/create-person.ts';
import type { PersonInput } from '../src/people/records/person.ts';
import { RecentWriteCache } from '../src/people/records/recent-write-cache.ts';
import { createWritePeople } from '../src/people/records/write-people.ts';
import { SealingPool } from '../src/people/sealing-threads/sealing-pool.ts';
import { AuditWriter } from '../src/reveals/audit-ticket.ts';
import { DecryptCounter } from '../src/reveals/decrypt-counter.ts';
import { Decryptor } from '../src/reveals/decryptor.ts';
import { openFields } from '../src/reveals/open-fields.ts';
import { userCtx } from './contexts.ts';
import { FakeCrypto } from './fake-crypto.ts';

const ctx = userCtx([7, 8]);
const ALL_TYPES = 0x3fe;
const consent = { purpose: 'kyc', alsoFor: [], date: new Date() };

/** The resources that the processes of a world share. */
interface Shared {
  readonly database: TestDatabase;
  readonly crypto: FakeCrypto;
}

interface ProcessOptions {
  readonly settleMs?: number;
  /** Wraps the database for this process, for example to make it fail. */
  over?(db: Database): Database;
}

const self = ({ company }: { company?: number } = {}): Ctx => ({
  ...ctx,
  caller: { kind: 'service', service: 'vault', company: company ?? 'system' },
});

/** A vault process with a separate cache of open keys, limited to what writes and rewraps keys. */
function startProcess({ database, crypto }: Shared, { settleMs = 0, over = (db) => db }: ProcessOptions) {
  const keys = new CompanyKeys(crypto, self, {
    readAgain: (name) => database.db.tenant({ companies: [name.companyId] }, (tx) => readDataKey(tx, name)),
  });
  const db = withoutStaleKeys(over(database.db), keys);
  const random = new RandomPool();
  const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
  const writing = { db, keys, random, ...ids, sealing: new SealingPool(1), fresh: new RecentWriteCache() };
  const reading = { db, keys, writer: new AuditWriter(db), decryptor: new Decryptor(new DecryptCounter()) };
  const writePeople = createWritePeople(writing);
  const createPerson = createCreatePerson(writing);
  const rekeyPerson = rekeyPersonUseCase({ ...reading, random });
  const job = rewrapJob({ db, log: silentLogger(), self, keys, random, crypto, settleMs });
  return {
    ctx,
    db,
    keys,
    random,
    writePeople,
    /** Runs one round of the rewrap job, which looks for rotations first. */
    rewrap(signal = new AbortController().signal): Promise<void> {
      job.lookSoon();
      return job.run(signal);
    },
    create: (companyId: number, person: PersonInput) => createPerson(ctx, companyId, consent, person),
    /** Creates people, or corrects those with an id. */
    write: (companyId: number, people: readonly PersonInput[]) =>
      inRetriedTransaction(db, companyId, (tx) =>
        writePeople(tx, ctx, { companyId, consent, onExisting: 'update' }, people),
      ),
    rekey: (companyId: number, individualId: number) =>
      rekeyPerson(self({ company: companyId }), { companyId, individualId, at: new Date(0) }),
    names: (companyId: number, individualIds: readonly number[]) =>
      revealedNames(reading, companyId, individualIds),
  };
}

/** The names of these people as a reveal decrypts them. */
async function revealedNames(
  { writer, ...reading }: Parameters<typeof openFields>[0] & { readonly writer: AuditWriter },
  companyId: number,
  individualIds: readonly number[],
): Promise<(string | undefined)[]> {
  const wanted = individualIds.map((individualId) => ({
    companyId,
    individualId,
    purpose: 'kyc',
    types: ALL_TYPES,
    wantsDetail: false,
  }));
  const people = await writer.openPeople(ctx, wanted);
  return await Promise.all(people.map(async (one) => (await openFields(reading, ctx, one)).fields.name));
}

/** The vault's schema and several processes on it, each with a separate cache of open keys. */
export async function rewrapWorld() {
  const database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  const crypto = new FakeCrypto();
  return {
    sql: database.sql,
    db: database.db,
    crypto,
    ...heldBy(database),
    process: (options: ProcessOptions = {}) => startProcess({ database, crypto }, options),
    stop: () => database.drop(),
  };
}

/** Reads stored keys and rewraps, and lets leases and pauses expire. */
const heldBy = ({ sql }: TestDatabase) => ({
  /** Number of data keys of a company by field-key version. */
  async versions(companyId: number): Promise<Record<string, number>> {
    const rows = await sql<{ version: number; n: number }>(
      `SELECT field_key_version AS version, count(*) AS n FROM vault.data_keys WHERE company_id = $1 GROUP BY 1`,
      [companyId],
    );
    return Object.fromEntries(rows.map(({ version, n }) => [`v${version}`, n]));
  },
  /** Audit entries of rewraps. */
  async entries(): Promise<AuditEntry[]> {
    const rows = await sql<{ payload: Buffer }>(
      `SELECT payload FROM vault.outbox WHERE topic = 'vault.audit' ORDER BY id`,
    );
    return rows
      .map((row) => AuditEntry.decode(row.payload))
      .filter(({ action, objectIds }) => action === 'key_rotate' || objectIds.job === 'rewrap_keys');
  },
  /** Ends pauses and lets leases expire. */
  timePasses: () =>
    sql(`UPDATE vault.field_key_rewraps SET due_at = '-infinity', lease_expires_at = '-infinity'`),
  /** Sets the time in the column far back for every company. */
  longAgo: (column: 'noticed_at' | 'emptied_at') =>
    sql(`UPDATE vault.field_key_rewraps SET ${column} = ${column} - interval '1 hour', due_at = '-infinity'`),
  async rounds() {
    return await sql<{ company: number; closed: boolean; emptied: boolean; finished: boolean }>(
      `SELECT company_id AS company, lowest_version = active_version AS closed, emptied_at IS NOT NULL AS emptied,
         finished_at IS NOT NULL AS finished FROM vault.field_key_rewraps ORDER BY 1`,
    );
  },
});

export type RewrapWorld = Awaited<ReturnType<typeof rewrapWorld>>;

/** `count` new people with distinct names. */
export const people = (count: number, first = 0): PersonInput[] =>
  Array.from({ length: count }, (_, n) => ({ values: named(`Person ${first + n}`) }));

export const named = (name: string): ReadonlyMap<FieldType, string> => new Map([['name', name]]);
