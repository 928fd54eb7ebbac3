import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { readStopped } from './stops-store.ts';
import { writtenBy } from './written-by.ts';

/**
 * Refuses writes of credentials that lineage stopped for probing. Writers check in memory; the list is read every 2 s.
 * A running import continues: its pairs are spread over time.
 */
export class StoppedCredentials {
  readonly #db: Pick<Database, 'system'>;
  #stopped: ReadonlySet<string> = new Set();

  constructor(db: Pick<Database, 'system'>) {
    this.#db = db;
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    const stopped = await this.#db.system(readStopped);
    this.#stopped = new Set(stopped.map(({ companyId, credential }) => keyOf(companyId, credential)));
  }

  /** @throws AppError PERMISSION_DENIED CREDENTIAL_STOPPED */
  requireOpen({ caller }: Ctx, companyId: number): void {
    const credential = writtenBy(caller);
    if (credential === undefined || !this.#stopped.has(keyOf(companyId, credential))) return;
    throw permissionDenied(
      'CREDENTIAL_STOPPED',
      'This credential is stopped for this company: what it wrote looks like probing of another company’s people. An ' +
        'administrator of the company checks the alarm and lifts the stop: console, Security, Threats, or ' +
        'POST /api/security/probes/{id}/lift',
    );
  }
}

const keyOf = (companyId: number, credential: string): string => `${companyId} ${credential}`;
