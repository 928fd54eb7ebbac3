import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import {
  agreementOf,
  companyOf,
  type KeyOwner,
  type KeyPurpose,
  type KeyUse,
  type StorePurpose,
} from '../../key-store/hierarchy/key-owner.ts';
import type { KeyAlgorithm } from '../../key-store/key-store.ts';
import type { KeyStatus, WrappedKey, WrappedUse } from './encryption-key.ts';

/** Runs with the company's row-level security; for an agreement or the deployment with the system role. */
export function inOwnersScope<T>(db: Database, owner: KeyOwner, work: (tx: Tx) => Promise<T>): Promise<T> {
  return owner.kind === 'company' ? db.tenant({ companies: [owner.companyId] }, work) : db.system(work);
}

interface WrappedRow {
  readonly key_id: string;
  readonly version: number;
  readonly status: KeyStatus;
  readonly used_at: Date | null;
  readonly master_key_id: string;
  readonly epoch: number;
  readonly wrapped: Buffer;
  readonly master_reference: string;
  readonly epoch_reference: string;
}

const LIVE_WRAPPED = {
  name: 'live_wrapped_keys',
  text: `SELECT k.key_id, k.version, k.status, k.used_at, k.master_key_id, k.epoch, k.wrapped,
      m.hsm_key_reference AS master_reference, e.hsm_key_reference AS epoch_reference
    FROM encryption_keys k
    JOIN encryption_keys m ON m.company_id = k.company_id AND m.key_id = k.master_key_id
    JOIN epochs e ON e.epoch = k.epoch
    WHERE k.company_id = $1 AND k.agreement_id = $2 AND k.purpose = $3 AND k.owner_service = $4
      AND k.status IN ('active', 'retiring')
    ORDER BY k.version`,
};

/** Live versions of a wrapped key, ascending. */
export async function findLiveWrappedKeys(tx: Pick<Tx, 'query'>, use: WrappedUse): Promise<WrappedKey[]> {
  const rows = await tx.query<WrappedRow>({ ...LIVE_WRAPPED, values: useColumns(use) });
  return rows.map((row) => ({
    ...use,
    keyId: row.key_id,
    version: row.version,
    isActive: row.status === 'active',
    isUsed: row.used_at !== null,
    masterKeyId: row.master_key_id,
    epoch: row.epoch,
    wrappers: { master: row.master_reference, epoch: row.epoch_reference },
    wrapped: row.wrapped,
  }));
}

/** A key in the key store and its row. */
export interface StoreKey {
  readonly keyId: string;
  readonly version: number;
  readonly reference: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: Buffer | undefined;
  readonly isActive: boolean;
  readonly replacedAt: Date | undefined;
  readonly createdAt: Date;
}

/** Live versions of a store key, ascending. */
export async function findLiveStoreKeys(
  tx: Pick<Tx, 'query'>,
  use: KeyUse<StorePurpose>,
): Promise<readonly StoreKey[]> {
  const rows = await tx.query<{
    key_id: string;
    version: number;
    hsm_key_reference: string;
    algorithm: KeyAlgorithm;
    public_key: Buffer | null;
    status: KeyStatus;
    created_at: Date;
    rotated_at: Date | null;
  }>(
    `SELECT key_id, version, hsm_key_reference, algorithm, public_key, status, created_at, rotated_at
    FROM encryption_keys
    WHERE company_id = $1 AND agreement_id = $2 AND purpose = $3 AND owner_service = $4
      AND status IN ('active', 'retiring')
    ORDER BY version`,
    useColumns(use),
  );
  return rows.map((row) => ({
    keyId: row.key_id,
    version: row.version,
    reference: row.hsm_key_reference,
    algorithm: row.algorithm,
    publicKey: row.public_key ?? undefined,
    isActive: row.status === 'active',
    createdAt: row.created_at,
    replacedAt: row.rotated_at ?? undefined,
  }));
}

/** The two companies of an agreement that has keys; undefined without keys. */
export async function findAgreementParties(
  tx: Pick<Tx, 'query'>,
  agreementId: number,
): Promise<readonly [number, number] | undefined> {
  const rows = await tx.query<{ a: number; b: number }>(
    `SELECT party_company_ids[1] AS a, party_company_ids[2] AS b FROM encryption_keys
    WHERE company_id = 0 AND agreement_id = $1 AND purpose = 'master' LIMIT 1`,
    [agreementId],
  );
  return rows[0] === undefined ? undefined : [rows[0].a, rows[0].b];
}

interface NewKeyBase extends KeyUse {
  readonly keyId: string;
  readonly version: number;
  readonly algorithm: KeyAlgorithm;
  readonly createdAt: Date;
}

export interface NewStoreKey extends NewKeyBase {
  readonly purpose: StorePurpose;
  readonly reference: string;
  readonly publicKey: Buffer | undefined;
}

export interface NewWrappedKey extends NewKeyBase, WrappedUse {
  readonly purpose: WrappedUse['purpose'];
  readonly masterKeyId: string;
  readonly epoch: number;
  readonly wrapped: Buffer;
}

/** @returns false when the version, or an active key of this use, exists already */
export async function insertKey(tx: Pick<Tx, 'query'>, key: NewStoreKey | NewWrappedKey): Promise<boolean> {
  const isStored = 'reference' in key;
  const rows = await tx.query(
    `INSERT INTO encryption_keys (company_id, agreement_id, purpose, owner_service, key_id, version, algorithm,
      status, created_at, party_company_ids, hsm_key_reference, public_key, master_key_id, epoch, wrapped)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $9::bigint[], $10, $11, $12, $13, $14)
    ON CONFLICT DO NOTHING RETURNING id`,
    [
      ...useColumns(key),
      key.keyId,
      key.version,
      key.algorithm,
      key.createdAt,
      key.owner.kind === 'agreement' ? key.owner.companyIds : [],
      isStored ? key.reference : null,
      isStored ? (key.publicKey ?? null) : null,
      isStored ? null : key.masterKeyId,
      isStored ? null : key.epoch,
      isStored ? null : key.wrapped,
    ],
  );
  return rows.length === 1;
}

/** Columns company_id, agreement_id, purpose and owner_service, which identify the use of a key. */
export function useColumns({
  owner,
  purpose,
  ownerService,
}: KeyUse<KeyPurpose>): readonly [number, number, string, string] {
  return [companyOf(owner), agreementOf(owner), purpose, ownerService];
}
