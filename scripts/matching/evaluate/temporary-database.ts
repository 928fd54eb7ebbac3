import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@pii-vault/all/postgres/embedded-postgres';
import { lineageModule } from '@pii-vault/lineage/module';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { connectionSettings, type ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { migrate } from '@pii-vault/platform/postgres/migrate';
import { type OpenDatabase, openDatabase } from '@pii-vault/platform/postgres/open-database';
import { type AdminAccess, provisionService } from '@pii-vault/platform/postgres/provision';
import pg from 'pg';

const SERVICE = 'lineage';

/** A temporary PostgreSQL with lineage's schema. */
export interface TemporaryDatabase {
  readonly db: OpenDatabase;
  /** Settings with which another thread connects. */
  readonly database: ServiceDatabase;
  /** Vacuums and writes a checkpoint, as PostgreSQL would do within minutes. */
  settle(): Promise<void>;
  /** Stops the server and removes the folder. */
  close(): Promise<void>;
}

export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-match-evaluate-'));
  const server = await startEmbeddedPostgres({
    folder: join(folder, 'pg'),
    mode: 'durable',
    log: silentLogger(),
  });
  const close = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const access = server.access('postgres');
    const database = await makeLineage(access);
    const db = openDatabase({ service: SERVICE, ...database, log: silentLogger() });
    return { db, database, settle: () => settle(access), close: () => db.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeLineage(access: AdminAccess): Promise<ServiceDatabase> {
  const password = () => randomBytes(16).toString('hex');
  const logins = await provisionService(access, SERVICE, { app: password(), system: password() });
  const { migrations } = lineageModule;
  if (migrations === undefined) throw new Error('Lineage has no migrations');
  await migrate({ ...access, service: SERVICE, migrations });
  return { address: access.address, logins };
}

async function settle({ address, admin }: AdminAccess): Promise<void> {
  const client = new pg.Client(connectionSettings(address, admin, 'match-evaluate'));
  await client.connect();
  try {
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
