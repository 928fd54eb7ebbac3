import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { beginRolls } from '../spaces/backfill-store.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { lockScopes } from '../spaces/space-lock.ts';
import {
  activateSpace,
  adoptModel,
  builtSpaces,
  droppingSpace,
  forgetSpace,
} from '../spaces/spaces-store.ts';
import { memberCipher } from './bucket-members.ts';
import { deleteTokens } from './buckets-store.ts';
import type { Models } from './models.ts';
import { openRecords } from './open-records.ts';
import { deleteSomeRecords } from './records-store.ts';
import { rowsOf } from './store-features.ts';

const DROP_BATCH = 1_000;

/**
 * Moves scopes to a newer encoding or index key: features are written to both spaces while the back-fill runs
 * (match-worker.ts), then the scope is switched and the old space is deleted. Each step is one idempotent transaction.
 * A newer model causes its spaces to be matched again.
 */
export async function switchSpaces(
  { db, models }: { db: Pick<Database, 'system'>; models: Models },
  ctx: Ctx,
): Promise<void> {
  await db.system(async (tx) => {
    await beginRolls(tx, models.encodingVersion);
    for (const model of models.all)
      if (models.of(model.encodingVersion) === model)
        await adoptModel(tx, model.encodingVersion, model.version);
  });
  for (const space of await db.system(builtSpaces)) {
    const model = models.of(space.encodingVersion);
    if (model === undefined) continue;
    await db.system(async (tx) => {
      await lockScopes(tx, [space.scope]);
      await activateSpace(tx, space, model.version);
      await tx.publish(
        auditMessage('lineage', ctx, {
          action: 'data_work',
          ...(space.scope.startsWith('intra:') ? { companyId: Number(space.scope.slice(6)) } : {}),
          objectIds: {
            job: 'match_switch',
            scope: space.scope,
            encodingVersion: String(space.encodingVersion),
            keyVersion: String(space.keyVersion),
          },
        }),
      );
    });
  }
}

/** Deletes unused spaces. */
export async function dropSpaces(
  { db, keys }: { readonly db: Pick<Database, 'system'>; readonly keys: StoreKeys },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const space = await db.system(droppingSpace);
    if (space === undefined || signal.aborted) return;
    const cipher = memberCipher((await keys.version(space.memberKeyVersion)).key);
    await db.system(async (tx) => {
      const records = await deleteSomeRecords(tx, space, DROP_BATCH);
      if (records.length === 0) return forgetSpace(tx, space);
      const opened = await openRecords(keys, () => space.scope, records);
      await deleteTokens(tx, cipher, opened.flatMap(rowsOf));
    });
  }
}
