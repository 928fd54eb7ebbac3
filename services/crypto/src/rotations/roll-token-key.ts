import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { keyCreated, rotationFinished } from '../events.ts';
import type { KeyDescription, KeyStore } from '../key-store/key-store.ts';
import { destroySpare } from '../keys/destroy-spare.ts';
import { insertKey } from '../keys/encryption-key-store.ts';
import {
  findReplaced,
  type KeyVersion,
  lockActiveVersion,
  lockVersion,
  replaceActiveKey,
} from '../keys/key-version-store.ts';
import { TOKEN } from '../signing/token-keys.ts';
import { destroyVersion } from './destroy-version.ts';
import { dueBefore, outOfBackups, type RotationSchedule } from './rotation.ts';

export interface RollTokenKeyDeps {
  readonly db: Pick<Database, 'system'>;
  readonly store: Pick<KeyStore, 'generateKey' | 'destroy'>;
  readonly now: () => Date;
  readonly rotationDays: number;
  readonly schedule: RotationSchedule;
}

/**
 * Gives the deployment its next token key when the present one is due: both are shown to verifiers, the former one signs
 * until the new one is known, and is destroyed when it is in no backup any more. Of several processes one does it.
 * @throws KeyStoreError
 */
export async function rollTokenKey(deps: RollTokenKeyDeps, ctx: Ctx): Promise<void> {
  await destroyForgotten(deps, ctx);
  const isDue = (key: KeyVersion | undefined) =>
    key !== undefined && key.createdAt < dueBefore(deps.rotationDays, deps.now());
  if (!isDue(await deps.db.system((tx) => lockActiveVersion(tx, TOKEN)))) return;
  // Key first, row after.
  const made = await deps.store.generateKey('Ed25519');
  const isTaken = await deps.db
    .system(async (tx) => {
      const former = await lockActiveVersion(tx, TOKEN);
      if (former === undefined || !isDue(former)) return false;
      await changePlaces(deps, tx, ctx, former, made);
      return true;
    })
    .catch((error: unknown) => destroySpare(deps.store, made.reference, error));
  if (!isTaken) await deps.store.destroy(made.reference);
}

async function changePlaces(
  { now }: RollTokenKeyDeps,
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

async function destroyForgotten(deps: RollTokenKeyDeps, ctx: Ctx): Promise<void> {
  const before = outOfBackups(deps.schedule, deps.now());
  for (const { version } of await deps.db.system((tx) => findReplaced(tx, TOKEN, before)))
    await deps.db.system(async (tx) => {
      const key = await lockVersion(tx, TOKEN, version);
      if (key?.status === 'retiring') await destroyVersion(deps, tx, ctx, key);
    });
}
