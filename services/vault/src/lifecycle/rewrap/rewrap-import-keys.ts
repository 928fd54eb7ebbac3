import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { rewrapImportKey } from '../../imports/import-key.ts';
import type { Rewrap } from './rewrap.ts';
import type { RewrapKeysDeps } from './rewrap-data-keys.ts';
import { countMoved } from './rewrap-store.ts';
import { readFormerImportKeys, replaceImportKey, type StoredImportKey } from './wrapped-keys-store.ts';

/**
 * Moves the keys of the company's unfinished imports. There are few: more than a chunk waits for the next round.
 * @throws IntegrityError, AppError REWRAP_LEASE_LOST
 */
export async function rewrapImportKeys(deps: RewrapKeysDeps, ctx: Ctx, rewrap: Rewrap): Promise<void> {
  const { companyId, activeVersion } = rewrap;
  const scope = { companies: [companyId] };
  const found = await deps.db.tenant(scope, (tx) => readFormerImportKeys(tx, companyId, activeVersion));
  if (found.length === 0) return;
  const to = await deps.keys.fieldKeyVersion(companyId, activeVersion);
  const moved: { readonly key: StoredImportKey; readonly wrapped: Buffer }[] = [];
  for (const key of found) {
    const from = await deps.keys.fieldKeyVersion(companyId, key.fieldKeyVersion);
    moved.push({ key, wrapped: rewrapImportKey(key.name, { from, to }, key.wrapped, deps.random) });
  }
  await deps.db.tenant(scope, async (tx) => {
    let count = 0;
    for (const { key, wrapped } of moved)
      if (await replaceImportKey(tx, key, { version: activeVersion, wrapped })) count += 1;
    await countMoved(tx, rewrap, { keys: count, ms: 0 });
    const objectIds = { job: 'rewrap_keys', fieldKeyVersion: String(activeVersion) };
    await tx.publish(
      auditMessage('vault', ctx, {
        action: 'data_work',
        companyId,
        objectIds,
        counts: { importKeys: count },
      }),
    );
  });
}
