import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import { copyFrom } from '@pii-vault/platform/postgres/copy-streams';
import pg from 'pg';
import type { VaultAccess } from '../vault-access.ts';
import { type End, type Header, type ListPosition, readArchive } from './archive.ts';
import { appliedMigrations, backedUpTables, columnList, tableName } from './backed-up-tables.ts';
import { openBackupKeys } from './backup-keys.ts';
import { prepareRestored } from './prepare-restored.ts';
import { damaged } from './sealed-frames.ts';

export interface Restored {
  readonly madeAt: Date;
  readonly sections: number;
  /** Entries of the restored audit trail. */
  readonly auditEntries: number;
  /** Last line of the list of revocations before the backup. */
  readonly revocations: ListPosition;
}

/**
 * Fills a new, empty vault of the same version from an archive. The key tables come first, because they open the
 * backup keys: after the end of the archive's epoch nothing opens and nothing is restored. All users have to sign in
 * again, because sessions ended since the backup are not known.
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
    // Rows are inserted unchanged: triggers and foreign keys are disabled.
    await client.query('SET session_replication_role = replica');
    await restoreKeyTables(client, header);
    const keys = await openKeys(vault, header);
    await client.query('BEGIN');
    await emptyAll(client, vault.busSchema === undefined ? schemas : [...schemas, vault.busSchema]);
    const end = await archive.sections(
      (companyId) => keyIn(keys, companyId),
      (section, bytes) => copyIn(client, section, bytes),
    );
    await setSequences(client, end);
    const auditEntries = await prepareRestored(client, schemas, vault.busSchema);
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
    const message = 'The backup was created by another version: restore it with that version, then update';
    throw failedPrecondition('BACKUP_OTHER_VERSION', message);
  }
  const { rows } = await client.query(
    'SELECT FROM tenancy.companies UNION ALL SELECT FROM identity.users LIMIT 1',
  );
  if (rows.length > 0)
    throw failedPrecondition('NOT_EMPTY', 'A backup can be restored only into an empty vault');
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
      'The key store cannot open this backup: its epoch has ended, or the keys belong to another vault';
    throw failedPrecondition('BACKUP_CLOSED', message, { cause });
  }
}

function keyIn(keys: ReadonlyMap<number, Buffer>, companyId: number): Buffer {
  const key = keys.get(companyId);
  if (key === undefined) throw damaged();
  return key;
}

/** Removes rows from migrations and from opening the keys; keeps the key tables. */
async function emptyAll(client: pg.ClientBase, schemas: readonly string[]): Promise<void> {
  const tables = await backedUpTables(client, schemas);
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
