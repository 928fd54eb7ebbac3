import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { type AddVersionDeps, addVersion } from '../keys/create-key.ts';
import { replaceActiveKey } from '../keys/encryption-key-store.ts';
import { fieldKeyOf } from '../keys/key-uses.ts';
import type { Epoch } from './epoch.ts';

const BATCH = 200;

interface FieldKeyRow {
  readonly company_id: number;
  readonly key_id: string;
  readonly version: number;
  readonly master_key_id: string;
  readonly master_reference: string;
}

/**
 * Gives every company that has a field key its next version under `epoch`. The former versions stay
 * openable until the vault has rewrapped its data keys and retires them. The epoch lock has to be held.
 * @returns how many companies got one
 * @throws KeyStoreError
 */
export async function renewFieldKeys(deps: AddVersionDeps, tx: Tx, ctx: Ctx, epoch: Epoch): Promise<number> {
  let after = 0;
  for (let renewed = 0; ; ) {
    const rows = await tx.query<FieldKeyRow>(
      `SELECT k.company_id, k.key_id, k.version, m.key_id AS master_key_id, m.hsm_key_reference AS master_reference
      FROM encryption_keys k
      JOIN encryption_keys m ON m.company_id = k.company_id AND m.agreement_id = 0 AND m.purpose = 'master'
        AND m.owner_service = '' AND m.status = 'active'
      WHERE k.company_id > $1 AND k.purpose = 'field' AND k.status = 'active'
      ORDER BY k.company_id LIMIT $2 FOR UPDATE OF k`,
      [after, BATCH],
    );
    const last = rows.at(-1);
    if (last === undefined) return renewed;
    for (const row of rows) {
      await replaceActiveKey(tx, row.key_id, epoch.startedAt);
      const master = { keyId: row.master_key_id, reference: row.master_reference };
      const next = { use: fieldKeyOf(row.company_id), version: row.version + 1, master, epoch };
      const added = await addVersion(deps, tx, ctx, next);
      if (added === undefined) throw new Error('the next field-key version exists already');
    }
    after = last.company_id;
    renewed += rows.length;
  }
}
