import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectionSettings } from '@pii-vault/platform/db/connection';
import { AppError } from '@pii-vault/platform/errors/app-error';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { VaultAccess } from '../embedded/open-vault.ts';
import { type End, type Header, type ListPlace, readArchive } from './archive.ts';
import { appliedMigrations, backedUpTables, columnList, tableName } from './backed-up-tables.ts';
import { openBackupKeys } from './backup-keys.ts';
import { damaged } from './sealed-frames.ts';
import { settleRestored } from './settle-restored.ts';

export interface Restored {
  readonly madeAt: Date;
  readonly sections: number;
  /** Entries of the restored audit trail. */
  readonly auditEntries: number;
  /** Last line of the list of revocations before the backup was taken. */
  readonly revocations: ListPlace;
}

/**
 * Fills a new, empty vault of the same version from an archive. First the key tables, because they open the backup
 * keys: when the epoch of the archive is over, nothing opens it and nothing is restored. Everybody has to sign in
 * again: which sessions were ended since is not known.
 * @throws AppError BACKUP_DAMAGED, BACKUP_OTHER_VERSION, BACKUP_CLOSED, NOT_EMPTY
 */
export async function restoreBackup(vault: VaultAccess, path: string): Promise<Restored> {
  const archive = await readArchive(path);
  const client = new pg.Client(connectionSettings(vault.access.address, vault.access.admin, 'restore'));
  await client.connect();
  try {
    const { header } = archive;
    const schemas = [...vault.databases.keys()];
    await requireFitting(client, schemas, header);
    // Rows come as they were: no trigger counts them again, no foreign key asks for their order.
    await client.query('SET session_replication_role = replica');
    await restoreKeyTables(client, header);
    const keys = await openKeys(vault, header);
    await client.query('BEGIN');
    await emptyAll(client, schemas);
    const end = await archive.sections(
      (companyId) => keyIn(keys, companyId),
      (section, bytes) => copyIn(client, section, bytes),
    );
    await setSequences(client, end);
    const auditEntries = await settleRestored(client, schemas);
    await client.query('COMMIT');
    const { revocations } = header;
    return { madeAt: new Date(header.madeAt), sections: end.sections, auditEntries, revocations };
  } finally {
    await client.end();
    await archive.close();
  }
}

async function requireFitting(
  client: pg.ClientBase,
  schemas: readonly string[],
  header: Header,
): Promise<void> {
  const applied = await appliedMigrations(client, schemas);
  if (JSON.stringify(applied) !== JSON.stringify(header.migrations)) {
    const message = 'The backup was made by another version: restore it with that one, then update';
    throw new AppError('FAILED_PRECONDITION', 'BACKUP_OTHER_VERSION', message);
  }
  const { rows } = await client.query(
    'SELECT FROM tenancy.companies UNION ALL SELECT FROM identity.users LIMIT 1',
  );
  if (rows.length > 0)
    throw new AppError('FAILED_PRECONDITION', 'NOT_EMPTY', 'A backup is restored into an empty vault only');
}

async function restoreKeyTables(client: pg.ClientBase, header: Header): Promise<void> {
  await client.query('BEGIN');
  for (const { rows, ...table } of [...header.keyTables].reverse())
    await client.query(`DELETE FROM ${tableName(table)}`);
  for (const { rows, ...table } of header.keyTables)
    await copyIn(client, table, [Buffer.from(rows, 'base64')]);
  await client.query('COMMIT');
}

async function openKeys(vault: VaultAccess, { keys }: Header): Promise<ReadonlyMap<number, Buffer>> {
  const versions = new Map(keys.map(({ companyId, version }) => [companyId, version]));
  try {
    const opened = await openBackupKeys(vault, [...versions.keys()], versions);
    return new Map(opened.map(({ companyId, key }) => [companyId, key]));
  } catch (cause) {
    const message =
      'The key store does not open this backup: its epoch is over, or the keys are those of another vault';
    throw new AppError('FAILED_PRECONDITION', 'BACKUP_CLOSED', message, { cause });
  }
}

function keyIn(keys: ReadonlyMap<number, Buffer>, companyId: number): Buffer {
  const key = keys.get(companyId);
  if (key === undefined) throw damaged();
  return key;
}

/** What migrations put in, and what crypto wrote while it opened the keys; the key tables stay. */
async function emptyAll(client: pg.ClientBase, schemas: readonly string[]): Promise<void> {
  const tables = await backedUpTables(client, [...schemas, 'bus']);
  const keep = new Set(['epochs', 'encryption_keys']);
  for (const table of tables)
    if (table.schema !== 'crypto' || !keep.has(table.table))
      await client.query(`DELETE FROM ${tableName(table)}`);
}

async function copyIn(
  client: pg.ClientBase,
  table: { readonly schema: string; readonly table: string; readonly columns: readonly string[] },
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const statement = `COPY ${tableName(table)} (${columnList(table)}) FROM STDIN (FORMAT binary)`;
  await pipeline(Readable.from(bytes), client.query(copyFrom(statement)));
}

async function setSequences(client: pg.ClientBase, { sequences }: End): Promise<void> {
  for (const [schema, name, next] of sequences)
    await client.query(
      'SELECT setval(format($f$%I.%I$f$, $1::text, $2::text)::regclass, $3::bigint, false)',
      [schema, name, next],
    );
}
