import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { keyCreated } from '../../events.ts';
import type { StorePurpose } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { addVersion } from '../../keys/company-keys/create-key.ts';
import { insertKey } from '../../keys/company-keys/encryption-key-store.ts';
import { DEPLOYMENT, STORE_KEY } from '../../keys/company-keys/key-uses.ts';
import type { Epoch } from '../../keys/epochs/epoch.ts';
import { insertEpoch } from '../../keys/epochs/epoch-store.ts';

interface Deps {
  readonly store: Pick<KeyStore, 'generateKey' | 'wrap'>;
  readonly now: () => Date;
}

/**
 * Creates epoch 1, the master, both signing keys and the store key. Keys are created before rows: a crash leaves keys
 * that no row references, and the next start creates new ones. The caller holds the epoch lock.
 */
export async function createDeploymentKeys(deps: Deps, tx: Tx, ctx: Ctx): Promise<void> {
  const { reference } = await deps.store.generateKey('AES-256-GCM');
  const epoch: Epoch = { epoch: 1, reference, startedAt: deps.now() };
  await insertEpoch(tx, epoch);
  const master = await addKeyOfStore(deps, tx, ctx, 'master');
  await addKeyOfStore(deps, tx, ctx, 'token');
  await addKeyOfStore(deps, tx, ctx, 'checkpoint');
  await addVersion(deps, tx, ctx, { use: STORE_KEY, version: 1, master, epoch });
}

async function addKeyOfStore(deps: Deps, tx: Tx, ctx: Ctx, purpose: StorePurpose) {
  const made = await deps.store.generateKey(purpose === 'master' ? 'AES-256-GCM' : 'Ed25519');
  const key = { owner: DEPLOYMENT, purpose, ownerService: '', keyId: randomUUID(), version: 1 } as const;
  const createdAt = deps.now();
  const { reference, algorithm, publicKey } = made;
  await insertKey(tx, { ...key, algorithm, createdAt, reference, publicKey });
  await tx.publishAll(keyCreated(ctx, { ...key, createdAt }));
  return { keyId: key.keyId, reference };
}
