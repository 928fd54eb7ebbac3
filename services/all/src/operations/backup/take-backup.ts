import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { aborted } from '@pii-vault/platform/core/errors/app-error';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import { copyTo } from '@pii-vault/platform/postgres/copy-streams';
import pg from 'pg';
import type { VaultAccess } from '../vault-access.ts';
import { type ArchiveWriter, FORMAT, type Header, writeArchive } from './archive.ts';
import {
  appliedMigrations,
  type BackedUpTable,
  backedUpTables,
  columnList,
  sequenceValues,
  tableName,
} from './backed-up-tables.ts';
import { type BackupKey, openBackupKeys } from './backup-keys.ts';

export interface Taken {
  readonly madeAt: Date;
  readonly companies: number;
  readonly sections: number;
}

/** Stored unencrypted in the header, because they open the backup keys; their secrets are wrapped by the key store. */
const KEY_TABLES = ['epochs', 'encryption_keys'];

/**
 * Writes a snapshot of the vault to one file: each company's rows encrypted under its backup key, all others under
 * the deployment's. The vault keeps running. The file can be opened until its epoch ends.
 */
export async function takeBackup(vault: VaultAccess, path: string): Promise<Taken> {
  const schemas = [...vault.databases.keys()];
  const stored = vault.busSchema === undefined ? schemas : [...schemas, vault.busSchema];
  const client = new pg.Client(connectionSettings(vault.access.address, vault.access.admin, 'backup'));
  await client.connect();
  try {
    const companies = await companiesOf(client);
    // Opened before the snapshot, so that new keys are in it.
    const keys = await openBackupKeys(vault, [0, ...companies]);
    // Read before the snapshot: later revocations are missing from the snapshot or are replayed without effect.
    const revocations = await vault.revocations.position();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await requireInSnapshot(client, keys);
    const tables = await backedUpTables(client, stored);
    const header = { ...(await headerOf(client, schemas, tables, keys)), revocations };
    const archive = await writeArchive(path, header, (companyId) => keyIn(keys, companyId));
    try {
      const sections = await writeSections(client, archive, tables, companies);
      await archive.finish(await sequenceValues(client, stored));
      return { madeAt: new Date(header.madeAt), companies: companies.length, sections };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function companiesOf(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id::text FROM tenancy.companies ORDER BY id');
  return rows.map(({ id }) => Number(id));
}

/** A key that was replaced between its opening and the snapshot would make the backup unreadable. */
async function requireInSnapshot(client: pg.ClientBase, keys: readonly BackupKey[]): Promise<void> {
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*)::int AS live FROM crypto.encryption_keys WHERE key_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL`,
    [keys.map(({ keyId }) => keyId)],
  );
  if (rows[0]?.live === keys.length) return;
  const message = 'The backup keys were replaced during the backup: take the backup again';
  throw aborted('BACKUP_KEYS_REPLACED', message);
}

function keyIn(keys: readonly BackupKey[], companyId: number): Buffer {
  const found = keys.find((key) => key.companyId === companyId);
  if (found === undefined) throw new Error(`No backup key of company ${companyId}`);
  return found.key;
}

const isKeyTable = ({ schema, table }: BackedUpTable) => schema === 'crypto' && KEY_TABLES.includes(table);

async function headerOf(
  client: pg.ClientBase,
  schemas: readonly string[],
  tables: readonly BackedUpTable[],
  keys: readonly BackupKey[],
): Promise<Omit<Header, 'revocations'>> {
  const keyTables: Header['keyTables'] = [];
  // Epochs come first: keys reference them.
  for (const name of KEY_TABLES) {
    const table = tables.find((one) => isKeyTable(one) && one.table === name);
    if (table === undefined) throw new Error(`There is no table crypto.${name}`);
    const parts: Buffer[] = [];
    for await (const part of rowsOf(client, table, 'true')) parts.push(part);
    keyTables.push({ ...table, columns: [...table.columns], rows: Buffer.concat(parts).toString('base64') });
  }
  return {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(client, schemas),
    keyTables,
    keys: keys.map(({ companyId, keyId, version }) => ({ companyId, keyId, version })),
  };
}

async function writeSections(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  tables: readonly BackedUpTable[],
  companies: readonly number[],
): Promise<number> {
  let sections = 0;
  const write = async (table: BackedUpTable, companyId: number, condition: string) => {
    const section = { ...table, columns: [...table.columns], companyId };
    await archive.section(section, rowsOf(client, table, condition));
    sections += 1;
  };
  const others = `company_id IS NULL OR company_id <> ALL ('{${companies.join(',')}}'::bigint[])`;
  for (const table of tables.filter((one) => !isKeyTable(one))) {
    const isTenants = table.columns.includes('company_id');
    await write(table, 0, isTenants ? others : 'true');
    if (!isTenants) continue;
    for (const companyId of companies) await write(table, companyId, `company_id = ${companyId}`);
  }
  return sections;
}

/** Rows as PostgreSQL's binary COPY, with backpressure. */
async function* rowsOf(
  client: pg.ClientBase,
  table: BackedUpTable,
  condition: string,
): AsyncGenerator<Buffer> {
  const select = `SELECT ${columnList(table)} FROM ${tableName(table)} WHERE ${condition}`;
  const out = new PassThrough();
  const copied = pipeline(client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`)), out);
  copied.catch(() => undefined);
  for await (const chunk of out) yield chunk;
  await copied;
}
