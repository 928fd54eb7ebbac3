import type { Tx } from '@pii-vault/platform/postgres/database';
import { changeEpoch } from '../../key-store/hierarchy/two-layer-wrap.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { type KeyUseRow, useFromRow } from '../company-keys/key-use-row.ts';
import type { Epoch } from './epoch.ts';

/** Rows per statement: bounds the memory, not the transaction. */
const BATCH = 200;

interface WrappedRow extends KeyUseRow {
  readonly key_id: string;
  readonly version: number;
  readonly wrapped: Buffer;
}

/**
 * Rewraps every key of an epoch under the next one. The caller holds the epoch lock, so no key is added meanwhile.
 * @returns how many keys were rewrapped
 * @throws KeyStoreError
 */
export async function rewrapKeys(
  store: Pick<KeyStore, 'wrap' | 'unwrap'>,
  tx: Pick<Tx, 'query'>,
  from: Epoch,
  to: Epoch,
): Promise<number> {
  for (let moved = 0; ; ) {
    const rows = await tx.query<WrappedRow>(
      `SELECT key_id, version, wrapped, company_id, agreement_id, party_company_ids, purpose, owner_service
      FROM encryption_keys WHERE epoch = $1 AND wrapped IS NOT NULL ORDER BY key_id LIMIT $2 FOR UPDATE`,
      [from.epoch, BATCH],
    );
    if (rows.length === 0) return moved;
    const rewrapped: Buffer[] = [];
    for (const row of rows) {
      const identity = { ...useFromRow(row), keyId: row.key_id, version: row.version };
      rewrapped.push(
        await changeEpoch(store, { from: from.reference, to: to.reference }, identity, row.wrapped),
      );
    }
    await tx.query(
      `UPDATE encryption_keys k SET epoch = $1, wrapped = n.wrapped
      FROM unnest($2::uuid[], $3::bytea[]) AS n(key_id, wrapped) WHERE k.key_id = n.key_id`,
      [to.epoch, rows.map((row) => row.key_id), rewrapped],
    );
    moved += rows.length;
  }
}
