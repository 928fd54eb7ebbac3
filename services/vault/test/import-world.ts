import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import type { CreateImportRequest, ImportOptions } from '@pii-vault/proto/vault/v1/imports';
import pg from 'pg';
import { CompanyStatus } from '../src/consents/company-status/company-status.ts';
import { createImport } from '../src/imports/create-import.ts';
import type { CreatedImport } from '../src/imports/finish-upload.ts';
import type { ImportSummary } from '../src/imports/import.ts';
import { type ImportJobDeps, importJob } from '../src/imports/import-job.ts';
import { findSealedFile } from '../src/imports/import-store.ts';
import { openFile } from '../src/imports/stored-file.ts';
import { uploadRoom } from '../src/imports/upload-room.ts';
import { CompanyKeys } from '../src/keys/company-keys/company-keys.ts';
import { withoutStaleKeys } from '../src/keys/company-keys/without-stale-keys.ts';
import { RandomPool } from '../src/keys/envelope/random-pool.ts';
import { AnswerGuard, conflictBudget, importAnswerBudget } from '../src/limits/budgets/answer-guard.ts';
import { IdPool } from '../src/people/ids/id-pool.ts';
import { createWithIdentities } from '../src/people/records/identities.ts';
import type { PersonInput } from '../src/people/records/person.ts';
import { RecentWriteCache } from '../src/people/records/recent-write-cache.ts';
import { createWritePeople, type WritePeople } from '../src/people/records/write-people.ts';
import { SealingPool } from '../src/people/sealing-threads/sealing-pool.ts';
import { AuditWriter } from '../src/reveals/audit-ticket.ts';
import { DecryptCounter } from '../src/reveals/decrypt-counter.ts';
import { Decryptor } from '../src/reveals/decryptor.ts';
import { userCtx } from './contexts.ts';
import { FakeCrypto } from './fake-crypto.ts';

export const COMPANY = 7;

/** A successful import; the rest of its summary are counts. */
export const done = { status: 'done', reason: '', is_read: true, is_key_gone: true, chunks: 0 };

export const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return AppError.from(error).reason;
  }
};

/** Whether the uploader may still write, and the number of checks. */
interface Authority {
  holds: boolean;
  asked: number;
}

/** Fakes of tenancy and identity, whose answers tests change. */
function neighbours(self: ImportJobDeps['self']) {
  const authority: Authority = { holds: true, asked: 0 };
  const companies = { refusal: undefined as Error | undefined };
  const states = [7, 8].map((companyId) => ({ companyId, status: 'active', rowVersion: 1 }));
  const status = new CompanyStatus({ companyStates: async () => ({ states }) }, self);
  const companyStatus = {
    requireOpen: async () => {
      if (companies.refusal !== undefined) throw companies.refusal;
    },
    readScope: status.readScope.bind(status),
  };
  const identity: ImportJobDeps['identity'] = {
    checkAuthority: async () => {
      authority.asked++;
      return { holds: authority.holds };
    },
  };
  return { authority, companies, companyStatus, identity };
}

const LIMITS = { inFlightBytes: 64_000_000, keepFreeBytes: 0, diskFolder: undefined };

const opener = (db: Database, keys: CompanyKeys) => ({
  keys,
  writer: new AuditWriter(db),
  decryptor: new Decryptor(new DecryptCounter()),
});

const UPLOADING = {
  maxBytes: 8_000_000,
  wake: () => undefined,
};

const guards = (db: ImportJobDeps['db']) => ({
  conflicts: new AnswerGuard(db, conflictBudget(new CompanyZones())),
  importAnswers: new AnswerGuard(db, importAnswerBudget({ imports: 1_000_000 })),
});

/** The import use cases on a real database; crypto, tenancy and identity answer from memory. */
export async function importWorld(log: Logger = silentLogger()) {
  const database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  const random = new RandomPool();
  const self: ImportJobDeps['self'] = ({ company } = {}) => ({
    ...userCtx([]),
    caller: { kind: 'service', service: 'vault', company: company ?? 'system' },
  });
  const crypto = new FakeCrypto();
  const keys = new CompanyKeys(crypto, self);
  const db = withoutStaleKeys(database.db, keys);
  const ids = { individualIds: new IdPool('individual_ids'), fieldIds: new IdPool('field_ids') };
  const memory = { sealing: new SealingPool(1), fresh: new RecentWriteCache() };
  const writePeople = createWritePeople({ keys, random, ...ids, ...memory });
  const { authority, companies, companyStatus, identity } = neighbours(self);
  const withIdentities = createWithIdentities(opener(db, keys));
  const common = { db, log, self, keys, companyStatus, identity, random, ...guards(db) };
  const jobDeps: ImportJobDeps = { ...common, writePeople, withIdentities };
  const uploading = { ...UPLOADING, db, keys, companyStatus, gate: companyStatus, random };
  const create = createImport({ ...uploading, room: uploadRoom(db, LIMITS) });

  return {
    db,
    companyStatus,
    sql: database.sql,
    crypto,
    self,
    random,
    keys,
    withIdentities,
    jobDeps,
    authority,
    companies,
    ...heldBy(database),
    /** A process, as a function that runs one round of its job. */
    process: (changes: Partial<ImportJobDeps> = {}) => {
      const round = importJob({ ...jobDeps, ...changes });
      return () => round(new AbortController().signal);
    },
    upload: (file: string | Buffer, options: Partial<ImportOptions> = {}, ctx: Ctx = userCtx([COMPANY])) =>
      create(ctx, messages(file, options)),
    uploadMessages: (stream: AsyncIterable<CreateImportRequest>) => create(userCtx([COMPANY]), stream),
    sealedPlan: sealedPlanOf(db, keys),
    async clear() {
      authority.holds = true;
      companies.refusal = undefined;
      await database.sql(`TRUNCATE vault.people_changes, vault.people_totals, vault.people_days, vault.imports, vault.import_chunks, vault.import_errors, vault.import_corrections, vault.individuals,
        vault.data_keys, vault.consents, vault.pii_fields, vault.field_contexts, vault.search_index, vault.outbox, vault.idempotency, vault.erasures, vault.erased_external_ids,
        vault.erased_identifiers, vault.erased_traits`);
    },
    stop: () => database.drop(),
  };
}

/** The key and the row of an unfinished import. */
const sealedPlanOf = (db: ImportJobDeps['db'], keys: CompanyKeys) => async (importId: number) => {
  const name = { companyId: COMPANY, importId };
  const sealed = await db.tenant({ companies: [COMPANY] }, (tx) => findSealedFile(tx, name));
  if (sealed === undefined) throw new Error('The import has ended');
  const { key } = await openFile({ db, keys }, sealed);
  return { key, sealed };
};

/** Reads stored imports and people, and lets leases and pauses expire. */
const heldBy = ({ sql }: TestDatabase) => ({
  /** Lets all leases expire. */
  leasesEnd: () => sql(`UPDATE vault.imports SET lease_expires_at = '-infinity'`),
  /** Ends the pause of paused imports. */
  pausesEnd: () => sql(`UPDATE vault.imports SET next_try_at = '-infinity', lease_expires_at = '-infinity'`),
  async summary(created: CreatedImport | Pick<ImportSummary, 'id'>) {
    const id = 'summary' in created ? created.summary.id : created.id;
    const [row] = await sql<{ [name: string]: unknown }>(
      `SELECT i.status, i.status_reason AS reason, i.processed, i.accepted, i.rejected,
         i.bytes_read = i.bytes_total AS is_read, i.wrapped_key IS NULL AND i.plan IS NULL AS is_key_gone,
         (SELECT count(*) FROM vault.import_chunks c WHERE c.import_id = i.id) AS chunks
       FROM vault.imports i WHERE id = $1`,
      [id],
    );
    return row;
  },
  async errors(created: CreatedImport) {
    const rows = await sql<{ row: number; column: string; reason: string }>(
      `SELECT row_number AS row, column_name AS column, reason FROM vault.import_errors
       WHERE import_id = $1 ORDER BY id`,
      [created.summary.id],
    );
    return rows.map(({ row, column, reason }) => `${row} ${column} ${reason}`);
  },
  /** Number of people of the company, and of their versions. */
  async people(companyId = COMPANY) {
    const [row] = await sql<{ people: number; versions: number; externalIds: number }>(
      `SELECT count(*) AS people, coalesce(sum(record_version), 0)::bigint AS versions,
         (SELECT count(*) FROM vault.search_index WHERE company_id = $1 AND field_type = 10) AS "externalIds"
       FROM vault.individuals WHERE company_id = $1`,
      [companyId],
    );
    return row;
  },
});

export type ImportWorld = Awaited<ReturnType<typeof importWorld>>;

const MESSAGE_BYTES = 262_144;

export function optionsMessage(options: Partial<ImportOptions> = {}): CreateImportRequest {
  const value: ImportOptions = {
    companyId: COMPANY,
    mediaType: 'text/csv',
    purpose: 'kyc',
    alsoFor: [],
    fileName: 'people.csv',
    mapping: '',
    ...options,
  };
  return { part: { $case: 'options', value } };
}

export const chunkMessage = (bytes: Buffer): CreateImportRequest => ({
  part: { $case: 'chunk', value: bytes },
});

async function* messages(file: string | Buffer, options: Partial<ImportOptions>) {
  yield optionsMessage(options);
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += MESSAGE_BYTES)
    yield chunkMessage(bytes.subarray(at, at + MESSAGE_BYTES));
}

/** Writes people as a database does that cannot store some of them. */
export const refusing =
  (writePeople: WritePeople, isRefused: (person: PersonInput) => boolean): WritePeople =>
  async (tx, caller, options, people) => {
    if (!people.some(isRefused)) return await writePeople(tx, caller, options, people);
    const cause = new PostgresFailure(
      Object.assign(new pg.DatabaseError('x', 1, 'error'), { code: '22021' }),
    );
    throw new AppError('INTERNAL', 'DATABASE_ERROR', 'Something went wrong on our side', { cause });
  };

/** `count` people with distinct valid values, as CSV; the values of person n are known. */
export function csvOf(count: number, first = 0): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const n = String(first + i).padStart(6, '0');
    return `X-${n},Person Nr${n},${phoneOf(first + i)},p${n}@mail.example,"House ${n}, Pune 411001"`;
  });
  return `external_id,name,phone,email,address\n${rows.join('\n')}\n`;
}

export const phoneOf = (n: number): string => `98${String(10_000_000 + n * 7)}`;
