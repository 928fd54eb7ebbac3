import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';

const TRIES = 3;

/** Runs the transaction again when a parallel writer of the same person or external id was faster. */
export async function inRetriedTransaction<T>(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await retried(() => db.tenant({ companies: [companyId] }, work));
}

/** Does `work` again, at most twice, when what it read or the keys it used were outdated by somebody else. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRace = error instanceof AppError && ['CONFLICT', 'CONCURRENT_CHANGE'].includes(error.reason);
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}
