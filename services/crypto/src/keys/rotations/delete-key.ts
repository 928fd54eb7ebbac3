import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { fromKeyStore, keyHasArchives, keyHasRows, keyStillActive } from '../../errors.ts';
import { KEY_TYPES } from '../../key-store/hierarchy/key-owner.ts';
import { findVersionById, type KeyVersion, lockVersion } from '../company-keys/key-version-store.ts';
import { type DestroyVersionDeps, destroyVersion } from './destroy-version.ts';
import { countUnderMasters } from './master-wraps-store.ts';

export interface DeleteKeyDeps extends DestroyVersionDeps {
  readonly db: Pick<Database, 'tenant'>;
}

/**
 * Destroys an expired version that encrypts nothing.
 * @throws AppError NOT_FOUND, also for another company's version · KEY_STILL_ACTIVE · KEY_HAS_ROWS ·
 * KEY_STORE_UNAVAILABLE
 */
export function deleteKey(deps: DeleteKeyDeps): (ctx: Ctx, id: number) => Promise<void> {
  return async (ctx, id) => {
    const scope = scopeWith(ctx.caller, 'encryption:manage');
    const found = await deps.db.tenant(scope, (tx) => findVersionById(tx, id));
    if (found === undefined || found.owner.kind !== 'company' || !isListed(found)) throw notFound();
    const { companyId } = found.owner;
    await deps.db
      .tenant({ companies: [companyId] }, (tx) => deleteLocked(deps, tx, ctx, found))
      .catch((error: unknown) => {
        throw fromKeyStore(error);
      });
  };
}

async function deleteLocked(deps: DeleteKeyDeps, tx: Tx, ctx: Ctx, found: KeyVersion): Promise<void> {
  const key = await lockVersion(tx, found, found.version);
  switch (key?.status) {
    case 'active':
      throw keyStillActive('Only expired keys can be deleted');
    case 'retiring':
      throw key.purpose === 'backup' ? keyHasArchives() : keyHasRows(await rowsUnder(tx, key));
    case 'disabled':
      return destroyVersion(deps, tx, ctx, key);
    default:
      throw notFound();
  }
}

const isListed = ({ purpose }: KeyVersion) => KEY_TYPES.some((type) => type === purpose);

/** @returns undefined before the first count */
async function rowsUnder(tx: Tx, key: KeyVersion): Promise<number | undefined> {
  return key.purpose === 'master' ? countUnderMasters(tx, [key]) : key.rowsLeft;
}
