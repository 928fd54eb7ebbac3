import { FIELD_CODES } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { type DataKey, newDataKey, type WrappedDataKey } from '../../keys/envelope/data-key.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import type { LockedPerson } from '../records/locked-person.ts';

const CODE = FIELD_CODES.nominee;

/** A version of a person's nomination, encrypted. */
export interface NomineeVersion {
  readonly companyId: number;
  readonly individualId: number;
  readonly id: number;
  readonly version: number;
  readonly mac: Buffer;
  readonly ciphertext: Buffer;
}

/** The data key of a held person; creates one for a person without fields. */
export async function dataKeyOf(
  tx: Tx,
  deps: { readonly keys: CompanyKeys; readonly random: RandomPool },
  companyId: number,
  { individualId, dataKey }: LockedPerson,
): Promise<DataKey> {
  if (dataKey !== undefined)
    return await deps.keys.dataKey({ companyId, individualId, version: dataKey.version }, dataKey);
  const first = newDataKey({ companyId, individualId, version: 1 }, deps.random);
  await insertFirstKey(
    tx,
    { companyId, individualId },
    first.wrapUnder(await deps.keys.fieldKey(companyId), deps.random),
  );
  return first;
}

async function insertFirstKey(
  tx: Tx,
  { companyId, individualId }: { companyId: number; individualId: number },
  key: WrappedDataKey,
): Promise<void> {
  await tx.query(
    `INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
     VALUES ($1, $2, 1, $3, $4, $5)`,
    [companyId, individualId, key.fieldKeyVersion, key.wrapped, key.commitment],
  );
  await tx.query('UPDATE individuals SET data_key_version = 1 WHERE company_id = $1 AND id = $2', [
    companyId,
    individualId,
  ]);
}

/** Replaces the active version. Needs no consent: naming a nominee is a right. */
export async function storeNomineeVersion(tx: Tx, one: NomineeVersion): Promise<void> {
  const person = [one.companyId, one.individualId];
  await tx.query(
    `UPDATE pii_fields SET state = 2, ended_at = now()
     WHERE company_id = $1 AND individual_id = $2 AND field_type = $3 AND state = 1`,
    [...person, CODE],
  );
  await tx.query(
    `INSERT INTO pii_fields (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $7)`,
    [...person, CODE, one.version, one.id, one.mac, one.ciphertext],
  );
}
