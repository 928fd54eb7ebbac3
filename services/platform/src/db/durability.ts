import { AppError } from '../errors/app-error.ts';
import type { Database } from './database.ts';

/** Of each of a service's logins, as ALTER ROLE … SET may give it others than the server's (PostgreSQL manual, Write Ahead Log, Settings). */
const OFF = {
  name: 'durability_off',
  text: `SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`,
};

/**
 * What was acknowledged has to be there after a power cut, whatever a server was once tuned for. Where a commit waits for less
 * than the disk on purpose, its transaction says so.
 * @throws AppError FAILED_PRECONDITION that names the settings
 */
export async function requireDurability(db: Pick<Database, 'statement' | 'system'>): Promise<void> {
  const asApp = await db.statement<{ name: string }>(OFF);
  const asSystem = await db.system((tx) => tx.query<{ name: string }>(OFF));
  const off = new Set([...asApp, ...asSystem].map(({ name }) => name));
  if (off.size === 0) return;
  const message = `PostgreSQL would forget what was acknowledged: ${[...off].join(', ')} must not be off`;
  throw new AppError('FAILED_PRECONDITION', 'DATABASE_NOT_DURABLE', message);
}
