import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineageModule } from '@pii-vault/lineage/module';
import { connectionSettings } from '@pii-vault/platform/db/connection';
import { startEmbeddedPostgres } from '@pii-vault/platform/db/embedded-postgres';
import { migrate } from '@pii-vault/platform/db/migrate';
import { type OpenDatabase, openDatabase } from '@pii-vault/platform/db/open-database';
import { type AdminAccess, provisionService } from '@pii-vault/platform/db/provision';
import pg from 'pg';

const SERVICE = 'lineage';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lineage's schema on a PostgreSQL of this run, in a temporary folder. */
export interface OwnDatabase {
  readonly db: OpenDatabase;
  /** Waits until the disk has what was written. */
  settle(): Promise<void>;
  /** Stops the server and removes the folder. */
  close(): Promise<void>;
}

export async function openOwnDatabase(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-match-evaluate-'));
  const server = await startEmbeddedPostgres({ folder: join(folder, 'pg'), mode: 'durable', log: quiet });
  const close = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const access = server.access('postgres');
    const db = await openLineage(access);
    return { db, settle: () => checkpoint(access), close: () => db.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openLineage(access: AdminAccess): Promise<OpenDatabase> {
  const password = () => randomBytes(16).toString('hex');
  const logins = await provisionService(access, SERVICE, { app: password(), system: password() });
  const { migrations } = lineageModule;
  if (migrations === undefined) throw new Error('Lineage has no migrations');
  await migrate({ ...access, service: SERVICE, migrations });
  return openDatabase({ service: SERVICE, address: access.address, logins, isPipelined: true, log: quiet });
}

async function checkpoint({ address, admin }: AdminAccess): Promise<void> {
  const client = new pg.Client(connectionSettings(address, admin, 'match-evaluate'));
  await client.connect();
  await client.query('CHECKPOINT').finally(() => client.end());
}
