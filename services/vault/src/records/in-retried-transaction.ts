import type { Database, Tx } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';

const TRIES = 3;

/** Runs the transaction again when a parallel writer of the same person or external id was faster. */
export async function inRetriedTransaction<T>(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.tenant({ companies: [companyId] }, work);
    } catch (error) {
      const isRace = error instanceof AppError && ['CONFLICT', 'CONCURRENT_CHANGE'].includes(error.reason);
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}
