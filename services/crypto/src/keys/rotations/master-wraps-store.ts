import type { Tx } from '@pii-vault/platform/postgres/database';
import type { WrappedKeyIdentity } from '../../key-store/hierarchy/wrap-aad.ts';
import { type KeyUseRow, useFromRow } from '../company-keys/key-use-row.ts';

type Queries = Pick<Tx, 'query'>;

type Master = { readonly keyId: string };

export interface MasterWrap {
  readonly identity: WrappedKeyIdentity;
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

interface WrapRow extends KeyUseRow {
  readonly key_id: string;
  readonly version: number;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

/** Locks some of the keys that these masters wrap, for the transaction. */
export async function readUnderMasters(
  tx: Queries,
  masters: readonly Master[],
  limit: number,
): Promise<MasterWrap[]> {
  const rows = await tx.query<WrapRow>(
    `SELECT company_id, agreement_id, party_company_ids, purpose, owner_service, key_id, version, master_key_id, wrapped
    FROM encryption_keys WHERE master_key_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL
    ORDER BY master_key_id, key_id LIMIT $2 FOR UPDATE`,
    [masters.map(({ keyId }) => keyId), limit],
  );
  return rows.map((row) => ({
    identity: { ...useFromRow(row), keyId: row.key_id, version: row.version },
    masterKeyId: row.master_key_id,
    wrapped: row.wrapped,
  }));
}

/** Counts keys that only these masters open. */
export async function countUnderMasters(tx: Queries, masters: readonly Master[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM encryption_keys WHERE master_key_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL',
    [masters.map(({ keyId }) => keyId)],
  );
  return row?.n ?? 0;
}

export async function replaceMasterWraps(
  tx: Queries,
  masterKeyId: string,
  keys: readonly { readonly keyId: string; readonly wrapped: Buffer }[],
): Promise<void> {
  await tx.query(
    `UPDATE encryption_keys k SET master_key_id = $1, wrapped = n.wrapped
    FROM unnest($2::uuid[], $3::bytea[]) AS n(key_id, wrapped) WHERE k.key_id = n.key_id`,
    [masterKeyId, keys.map(({ keyId }) => keyId), keys.map(({ wrapped }) => wrapped)],
  );
}
