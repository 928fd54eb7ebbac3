import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { KeyStore, StoreHealth } from '../key-store.ts';
import { findHsmStatus, type HsmStatusEntry } from './hsm-status-store.ts';

const ENTRIES = 50;

/** Current health of the key store, and its latest states, newest first. */
export function listHsmStatus(deps: {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'health'>;
}): (ctx: Ctx) => Promise<{ health: StoreHealth; entries: HsmStatusEntry[] }> {
  return async () => {
    const [health, entries] = await Promise.all([
      deps.store.health(),
      deps.db.tenant({ companies: [] }, (tx) => findHsmStatus(tx, ENTRIES)),
    ]);
    return { health, entries };
  };
}
