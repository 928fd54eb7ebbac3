import { join } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { DatabaseAddress, Login, ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { migrate } from '@pii-vault/platform/postgres/migrate';
import { provisionBus, provisionService } from '@pii-vault/platform/postgres/provision';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { refuseUnfinishedRestore } from './restore-mark.ts';
import type { LocalSecrets } from './secrets.ts';

/** The database of the single-process vault: one server, one database, a schema and two roles per service. */
export interface EmbeddedDatabase {
  readonly services: ReadonlyMap<ServiceName, ServiceDatabase>;
  readonly bus: { readonly address: DatabaseAddress; readonly login: Login };
  readonly postgres: EmbeddedPostgres;
}

export const DATABASE_NAME = 'postgres';

/** Folder and programs of the database. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Folder of PostgreSQL's programs; undefined: those from npm. */
  readonly postgresBin?: string | undefined;
}

/** Starts PostgreSQL in the data folder and migrates every schema. @throws AppError HALF_RESTORED */
export async function startDatabase(
  { dataDir, postgresBin }: DatabasePlace,
  modules: readonly Module[],
  secrets: LocalSecrets,
  log: Logger,
): Promise<EmbeddedDatabase> {
  await refuseUnfinishedRestore(dataDir);
  const postgres = await startEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    log,
    mode: 'durable',
    bin: postgresBin,
  });
  try {
    const access = postgres.access(DATABASE_NAME);
    const bus = {
      address: access.address,
      login: await provisionBus(access, await secrets.get('bus-database')),
    };
    const services = new Map<ServiceName, ServiceDatabase>();
    for (const { name, migrations } of modules) {
      if (migrations === undefined) continue;
      const logins = await provisionService(access, name, {
        app: await secrets.get(`${name}-database`),
        system: await secrets.get(`${name}-system-database`),
      });
      await migrate({ ...access, service: name, migrations });
      services.set(name, { address: access.address, logins });
    }
    return { services, bus, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
