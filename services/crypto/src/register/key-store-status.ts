import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { findHsmStatus } from '../key-store/hsm/hsm-status-store.ts';
import type { KeyStore, StoreHealth } from '../key-store/key-store.ts';
import { type Epoch, epochEndsAt } from '../keys/epochs/epoch.ts';
import { findActiveEpoch } from '../keys/epochs/epoch-store.ts';

export interface KeyStoreStatusDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'health' | 'describe'>;
  readonly epochLifeDays: number;
}

export interface KeyStoreStatus extends StoreHealth {
  /** Whether data can be encrypted now: the store answers and has the key of the active epoch. */
  readonly encryption: 'active' | 'inactive' | 'error';
  /** End of the latest recorded health check; undefined before the first. */
  readonly checkedAt: Date | undefined;
  readonly epoch: number;
  readonly nextEpochAt: Date | undefined;
}

/** Queries the store at each call, without a cache; only the time of the health check is a recorded one. */
export function keyStoreStatus(deps: KeyStoreStatusDeps): (ctx: Ctx) => Promise<KeyStoreStatus> {
  return async () => {
    const [epoch, [latest]] = await deps.db.tenant({ companies: [] }, async (tx) => [
      await findActiveEpoch(tx),
      await findHsmStatus(tx, 1),
    ]);
    const health = await deps.store.health();
    return {
      ...health,
      encryption: await encryptionState(deps.store, health, epoch),
      checkedAt: latest?.lastHealthCheckAt,
      epoch: epoch?.epoch ?? 0,
      nextEpochAt: epoch && epochEndsAt(epoch, deps.epochLifeDays),
    };
  };
}

async function encryptionState(
  store: Pick<KeyStore, 'describe'>,
  health: StoreHealth,
  epoch: Epoch | undefined,
): Promise<KeyStoreStatus['encryption']> {
  if (epoch === undefined || health.status === 'maintenance') return 'inactive';
  if (health.status === 'offline') return 'error';
  const key = await store.describe(epoch.reference).catch(() => undefined);
  return key === undefined ? 'error' : 'active';
}
