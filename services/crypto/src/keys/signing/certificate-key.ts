import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import { keyCreated } from '../../events.ts';
import type { KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { destroyUnusedKey } from '../company-keys/destroy-unused-key.ts';
import { findLiveStoreKeys, insertKey, type StoreKey } from '../company-keys/encryption-key-store.ts';
import { DEPLOYMENT } from '../company-keys/key-uses.ts';

const CERTIFICATE: KeyUse<'certificate'> = { owner: DEPLOYMENT, purpose: 'certificate', ownerService: '' };

export type FindCertificateKey = (ctx: Ctx) => Promise<StoreKey>;

/**
 * Finds the key that signs certificates, or creates it at the first certificate: key before row; the unused key of a
 * lost race is destroyed. Cached, because it is replaced only at a start.
 */
export function findCertificateKey(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly store: Pick<KeyStore, 'generateKey' | 'destroy'>;
  readonly now: () => Date;
}): FindCertificateKey {
  let known: StoreKey | undefined;
  return async (ctx) => {
    known ??= (await deps.db.system(readKey)) ?? (await createKey(deps, ctx));
    return known;
  };
}

async function readKey(tx: Pick<Tx, 'query'>): Promise<StoreKey | undefined> {
  return (await findLiveStoreKeys(tx, CERTIFICATE)).find((key) => key.isActive);
}

async function createKey(deps: Parameters<typeof findCertificateKey>[0], ctx: Ctx): Promise<StoreKey> {
  try {
    const { reference, algorithm, publicKey } = await deps.store.generateKey('Ed25519');
    const key = { ...CERTIFICATE, keyId: randomUUID(), version: 1, algorithm, reference, publicKey };
    const isFirst = await deps.db
      .system(async (tx) => {
        const createdAt = deps.now();
        if (!(await insertKey(tx, { ...key, createdAt }))) return false;
        await tx.publishAll(keyCreated(ctx, { ...key, createdAt }));
        return true;
      })
      .catch((error: unknown) => destroyUnusedKey(deps.store, reference, error));
    if (!isFirst) await deps.store.destroy(reference);
  } catch (error) {
    throw fromKeyStore(error);
  }
  const found = await deps.db.system(readKey);
  if (found === undefined) throw new Error('the certificate key that was just made is not there');
  return found;
}
