import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { keyDestroyed } from '../../events.ts';
import { type AddVersionDeps, addVersion } from '../company-keys/create-key.ts';
import { backupKeyOf, fieldKeyOf } from '../company-keys/key-uses.ts';
import { destroyKeyRow, replaceActiveKey } from '../company-keys/key-version-store.ts';
import { beginRotation, endRotation } from '../rotations/rotation-store.ts';
import type { Epoch } from './epoch.ts';

const BATCH = 200;

interface KeyRow {
  readonly company_id: number;
  readonly purpose: 'field' | 'backup';
  readonly key_id: string;
  readonly version: number;
  readonly master_key_id: string;
  readonly master_reference: string;
}

/**
 * Creates the next version of every company's field and backup key under `epoch`. Earlier versions of a field key
 * stay openable until the vault has rewrapped its data keys and retires them; a backup key ends with its epoch. The
 * caller holds the epoch lock.
 * @returns how many versions were created
 * @throws KeyStoreError
 */
export async function renewKeys(deps: AddVersionDeps, tx: Tx, ctx: Ctx, epoch: Epoch): Promise<number> {
  let after: Pick<KeyRow, 'company_id' | 'purpose'> | undefined;
  for (let renewed = 0; ; ) {
    const rows = await tx.query<KeyRow>(
      `SELECT k.company_id, k.purpose, k.key_id, k.version, m.key_id AS master_key_id,
        m.hsm_key_reference AS master_reference
      FROM encryption_keys k
      JOIN encryption_keys m ON m.company_id = k.company_id AND m.agreement_id = 0 AND m.purpose = 'master'
        AND m.owner_service = '' AND m.status = 'active'
      WHERE (k.company_id, k.purpose) > ($1, $2) AND k.purpose IN ('field', 'backup') AND k.status = 'active'
      ORDER BY k.company_id, k.purpose LIMIT $3 FOR UPDATE OF k`,
      [after?.company_id ?? 0, after?.purpose ?? '', BATCH],
    );
    for (const row of rows) await renew(deps, tx, ctx, row, epoch);
    after = rows.at(-1);
    if (after === undefined) return renewed;
    renewed += rows.length;
  }
}

async function renew(deps: AddVersionDeps, tx: Tx, ctx: Ctx, row: KeyRow, epoch: Epoch): Promise<void> {
  const use = row.purpose === 'field' ? fieldKeyOf(row.company_id) : backupKeyOf(row.company_id);
  const at = epoch.startedAt;
  await replaceActiveKey(tx, row.key_id, at);
  const master = { keyId: row.master_key_id, reference: row.master_reference };
  const added = await addVersion(deps, tx, ctx, { use, version: row.version + 1, master, epoch });
  if (added === undefined) throw new Error('the next key version exists already');
  await beginRotation(tx, { use, toVersion: added.version, cause: 'schedule', at });
  if (row.purpose === 'field') return;
  // Archives of the earlier epoch must not be openable any more.
  await endRotation(tx, use, at);
  await destroyKeyRow(tx, row.key_id, at);
  await tx.publishAll(keyDestroyed(ctx, { ...use, keyId: row.key_id, version: row.version }));
}
