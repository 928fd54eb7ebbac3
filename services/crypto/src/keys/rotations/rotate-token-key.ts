import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { keyCreated, rotationFinished } from '../../events.ts';
import type { KeyDescription, KeyStore } from '../../key-store/key-store.ts';
import { destroyUnusedKey } from '../company-keys/destroy-unused-key.ts';
import { insertKey } from '../company-keys/encryption-key-store.ts';
import {
  findReplacedVersions,
  type KeyVersion,
  lockActiveVersion,
  lockVersion,
  replaceActiveKey,
} from '../company-keys/key-version-store.ts';
import { TOKEN } from '../signing/token-keys.ts';
import { destroyVersion } from './destroy-version.ts';
import { backupCutoff, dueBefore, type RotationSchedule } from './rotation.ts';

export interface RotateTokenKeyDeps {
  readonly db: Pick<Database, 'system'>;
  readonly store: Pick<KeyStore, 'generateKey' | 'destroy'>;
  readonly now: () => Date;
  readonly rotationDays: number;
  readonly schedule: RotationSchedule;
}

/**
 * Replaces the deployment's token key when it is due. Verifiers get both keys; the previous one signs until they know
 * the new one, and is destroyed when no openable backup has it. A lock lets one process do this.
 * @throws KeyStoreError
 */
export async function rotateTokenKey(deps: RotateTokenKeyDeps, ctx: Ctx): Promise<void> {
  await destroyReplacedKeys(deps, ctx);
  const isDue = (key: KeyVersion | undefined) =>
    key !== undefined && key.createdAt < dueBefore(deps.rotationDays, deps.now());
  if (!isDue(await deps.db.system((tx) => lockActiveVersion(tx, TOKEN)))) return;
  // The key is created before the row.
  const made = await deps.store.generateKey('Ed25519');
  const isTaken = await deps.db
    .system(async (tx) => {
      const former = await lockActiveVersion(tx, TOKEN);
      if (former === undefined || !isDue(former)) return false;
      await replaceInRows(deps, tx, ctx, former, made);
      return true;
    })
    .catch((error: unknown) => destroyUnusedKey(deps.store, made.reference, error));
  if (!isTaken) await deps.store.destroy(made.reference);
}

async function replaceInRows(
  { now }: RotateTokenKeyDeps,
  tx: Tx,
  ctx: Ctx,
  former: KeyVersion,
  { algorithm, reference, publicKey }: KeyDescription,
): Promise<void> {
  const at = now();
  const next = { ...TOKEN, keyId: randomUUID(), version: former.version + 1, createdAt: at };
  await replaceActiveKey(tx, former.keyId, at);
  if (!(await insertKey(tx, { ...next, algorithm, reference, publicKey })))
    throw new Error('the next version of the token key exists already');
  await tx.publishAll([...keyCreated(ctx, next), rotationFinished(ctx, { ...next, rewrapped: 0 })]);
}

async function destroyReplacedKeys(deps: RotateTokenKeyDeps, ctx: Ctx): Promise<void> {
  const before = backupCutoff(deps.schedule, deps.now());
  for (const { version } of await deps.db.system((tx) => findReplacedVersions(tx, TOKEN, before)))
    await deps.db.system(async (tx) => {
      const key = await lockVersion(tx, TOKEN, version);
      if (key?.status === 'retiring') await destroyVersion(deps, tx, ctx, key);
    });
}
