import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { fromKeyStore, keysMissing } from '../../errors.ts';
import { openKey } from '../../key-store/hierarchy/two-layer-wrap.ts';
import { type KeyStore, KeyStoreError } from '../../key-store/key-store.ts';
import {
  findLiveStoreKeys,
  findLiveWrappedKeys,
  type StoreKey,
} from '../../keys/company-keys/encryption-key-store.ts';
import { DEPLOYMENT, STORE_KEY } from '../../keys/company-keys/key-uses.ts';
import { findActiveEpoch, shareEpochLock, takeEpochLock } from '../../keys/epochs/epoch-store.ts';
import { TOKEN } from '../../keys/signing/token-keys.ts';
import { createDeploymentKeys } from './create-deployment-keys.ts';
import { refuseMissingKeys } from './refuse-missing-keys.ts';

export interface PrepareDeploymentDeps {
  readonly db: Database;
  readonly store: KeyStore;
  readonly now: () => Date;
}

/**
 * Creates the deployment's keys in an empty database. In any other database it checks that every live key row has its
 * key in the store, and that a stored key opens.
 * @returns the key that signs checkpoints; it is never replaced, because its name identifies the log
 * @throws AppError FAILED_PRECONDITION KEYS_MISSING with a message for the operator: the start is refused
 */
export function prepareDeployment(deps: PrepareDeploymentDeps): (ctx: Ctx) => Promise<StoreKey> {
  return async (ctx) => {
    try {
      await deps.db.system(async (tx) => {
        if (await isEmpty(tx)) await takeEpochLock(tx);
        else await shareEpochLock(tx);
        if (await isEmpty(tx)) await createDeploymentKeys(deps, tx, ctx);
        else await refuseMissingKeys(deps.store, tx);
      });
      return await deps.db.system(async (tx) => {
        await probeStoreKey(deps.store, tx);
        return readCheckpointKey(tx);
      });
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}

async function isEmpty(tx: Pick<Tx, 'query'>): Promise<boolean> {
  const rows = await tx.query<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM epochs) OR EXISTS (SELECT FROM encryption_keys) AS used',
  );
  return rows[0]?.used === false;
}

/** Opens one stored key through epoch and master key, to detect keys that exist but do not match the database. */
async function probeStoreKey(store: KeyStore, tx: Pick<Tx, 'query'>): Promise<void> {
  const key = (await findLiveWrappedKeys(tx, STORE_KEY)).find((live) => live.isActive);
  if (key === undefined || (await findActiveEpoch(tx)) === undefined)
    throw keysMissing('The database has no epoch or no store key: rows were deleted or changed.');
  try {
    (await openKey(store, key.wrappers, key, key.wrapped)).fill(0);
  } catch (error) {
    if (!(error instanceof KeyStoreError && error.fault === 'integrity')) throw error;
    throw keysMissing('The keys in the key store do not open the stored keys of this database.', error);
  }
}

async function readCheckpointKey(tx: Pick<Tx, 'query'>): Promise<StoreKey> {
  const token = await findLiveStoreKeys(tx, TOKEN);
  const checkpoints = await findLiveStoreKeys(tx, {
    owner: DEPLOYMENT,
    purpose: 'checkpoint',
    ownerService: '',
  });
  const checkpoint = checkpoints.find((key) => key.isActive);
  if (checkpoint === undefined || !token.some((key) => key.isActive))
    throw keysMissing('The database has no signing keys: rows were deleted or changed.');
  return checkpoint;
}
