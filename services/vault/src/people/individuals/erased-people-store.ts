import type { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { FIELD_CODES } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { erased } from '../../errors.ts';
import { IDENTIFIERS } from '../records/known-store.ts';

/** What the destruction of a person destroyed. Nothing about the person. */
export interface Destroyed {
  /** Commitments of the data keys, hex: they identify a copy of the old rows. */
  readonly dataKeyCommitments: readonly string[];
  readonly fieldVersions: number;
  readonly consents: number;
}

/** Error when none of the companies has the person: it was erased in one of them, or does not exist. */
export async function whyMissing(
  tx: Tx,
  companies: readonly number[],
  individualId: number,
): Promise<AppError> {
  return (await isErased(tx, companies, individualId)) ? erased() : notFound();
}

/** Those of the ids that were erased in the company. */
export async function erasedAmong(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(
    'SELECT id FROM individuals WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND sealed_at IS NOT NULL',
    [companyId, individualIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError FAILED_PRECONDITION ERASED */
export async function refuseErased(tx: Tx, companyId: number, individualId: number): Promise<void> {
  if (await isErased(tx, [companyId], individualId)) throw erased();
}

async function isErased(tx: Tx, companies: readonly number[], individualId: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM individuals WHERE company_id = ANY ($1::bigint[]) AND id = $2 AND sealed_at IS NOT NULL LIMIT 1`,
    [companies, individualId],
  );
  return rows.length > 0;
}

/**
 * Seals a held person with a recorded erasure: reads, searches and lists do not find it, and its external id is free
 * again. The handles of that id, Aadhaar, PAN, phone and e-mail are kept, so that a later record of the person is
 * detected (ERASED_EARLIER). @returns the new record version
 */
export async function sealPerson(tx: Tx, companyId: number, individualId: number, at: Date): Promise<number> {
  const person = [companyId, individualId];
  await tx.query(
    `INSERT INTO erased_external_ids (company_id, key_version, handle, individual_id)
     SELECT company_id, key_version, handle, individual_id FROM search_index
     WHERE company_id = $1 AND individual_id = $2 AND field_type = $3`,
    [...person, FIELD_CODES.external_id],
  );
  await tx.query(
    `INSERT INTO erased_identifiers (company_id, field_type, key_version, handle, individual_id)
     SELECT company_id, field_type, key_version, handle, individual_id FROM search_index
     WHERE company_id = $1 AND individual_id = $2 AND field_type = ANY ($3::integer[])`,
    [...person, IDENTIFIERS.map((type) => FIELD_CODES[type])],
  );
  await tx.query('DELETE FROM search_index WHERE company_id = $1 AND individual_id = $2', person);
  const [row] = await tx.query<{ record_version: number }>(
    `UPDATE individuals SET sealed_at = $3, updated_at = $3, record_version = record_version + 1
     WHERE company_id = $1 AND id = $2 RETURNING record_version`,
    [...person, at],
  );
  return row?.record_version ?? 0;
}

const HELD_ROWS = ['pii_fields', 'field_contexts', 'search_index', 'consents'] as const;

/**
 * Destroys a sealed person: the data key first, then every row; the individuals row stays as a tombstone without scores
 * or types.
 */
export async function destroyPerson(tx: Tx, companyId: number, individualId: number): Promise<Destroyed> {
  const person = [companyId, individualId];
  const keys = await tx.query<{ commitment: string }>(
    `DELETE FROM data_keys WHERE company_id = $1 AND individual_id = $2 RETURNING encode(commitment, 'hex') AS commitment`,
    person,
  );
  const gone = new Map<string, number>();
  for (const table of HELD_ROWS) {
    const rows = await tx.query(
      `DELETE FROM ${table} WHERE company_id = $1 AND individual_id = $2 RETURNING 1`,
      person,
    );
    gone.set(table, rows.length);
  }
  await tx.query(
    `UPDATE individuals SET type_mask = 0, quality = 0, completeness = 0, data_key_version = 0
     WHERE company_id = $1 AND id = $2`,
    person,
  );
  return {
    dataKeyCommitments: keys.map(({ commitment }) => commitment).sort(),
    fieldVersions: gone.get('pii_fields') ?? 0,
    consents: gone.get('consents') ?? 0,
  };
}
