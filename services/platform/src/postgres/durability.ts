import { failedPrecondition } from '../core/errors/app-error.ts';
import type { Database } from './database.ts';

/**
 * Checked for each of a service's logins, because ALTER ROLE … SET may override the server's settings (PostgreSQL
 * manual, Write Ahead Log, Settings).
 */
const OFF = {
  name: 'durability_off',
  text: `SELECT name FROM pg_settings WHERE name = ANY ($1::text[]) AND setting = 'off' ORDER BY name`,
};

/**
 * Who stores PostgreSQL's files: itself, or a managed storage engine without torn pages and without a cache to flush.
 */
export type DatabaseStorage = 'own' | 'managed';

const LOOKED_AT: Readonly<Record<DatabaseStorage, readonly string[]>> = {
  own: ['fsync', 'full_page_writes', 'synchronous_commit'],
  managed: ['synchronous_commit'],
};

/**
 * Requires settings under which an acknowledged commit survives a power cut. A transaction that deliberately waits for
 * less sets that itself.
 * @throws AppError FAILED_PRECONDITION that names the settings
 */
export async function requireDurability(
  db: Pick<Database, 'statement' | 'system'>,
  storage: DatabaseStorage,
): Promise<void> {
  const question = { ...OFF, values: [LOOKED_AT[storage]] };
  const asApp = await db.statement<{ name: string }>(question);
  const asSystem = await db.system((tx) => tx.query<{ name: string }>(question));
  const off = new Set([...asApp, ...asSystem].map(({ name }) => name));
  if (off.size === 0) return;
  const message = `PostgreSQL could lose acknowledged changes: ${[...off].join(', ')} must not be off`;
  throw failedPrecondition('DATABASE_NOT_DURABLE', message);
}
