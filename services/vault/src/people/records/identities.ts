import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { maskOf } from '../../consents/consent.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { AuditTicket, AuditWriter, BatchRead } from '../../reveals/audit-ticket.ts';
import { type Decryptor, keyOfRow } from '../../reveals/decryptor.ts';
import { readSealedFields, type SealedRow } from '../fields/fields-store.ts';
import { IdentityBook, type KnownIdentity } from './identity.ts';

/** People whose names and birth dates must be decrypted before a record may be merged into them. */
export class IdentityUnknown extends AppError {
  readonly individualIds: readonly number[];

  constructor(individualIds: readonly number[]) {
    super('ABORTED', 'IDENTITY_UNKNOWN', 'The person was changed at the same time; try again');
    this.individualIds = individualIds;
  }
}

export interface IdentityDeps {
  readonly keys: CompanyKeys;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
}

/** Maximum rounds of decryption, because concurrent writers may change people in between. */
const TRIES = 3;

export type WithIdentities = <T>(
  ctx: Ctx,
  companyId: number,
  work: (newBook: () => IdentityBook) => Promise<T>,
) => Promise<T>;

/**
 * Runs `work`, whose transactions each take a new book, with the identities that it requests by IdentityUnknown. They
 * are decrypted outside the transaction, because an audit entry must be committed before, and only for the few records
 * whose MACs do not decide whether two people share an external id.
 */
export const createWithIdentities =
  (deps: IdentityDeps): WithIdentities =>
  async (ctx, companyId, work) => {
    const known = new Map<number, KnownIdentity>();
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(() => new IdentityBook(known));
      } catch (error) {
        if (!(error instanceof IdentityUnknown) || tries > TRIES) throw error;
        for (const [id, one] of await openIdentities(deps, ctx, companyId, error.individualIds))
          known.set(id, one);
      }
    }
  };

const OPENED = maskOf(['name', 'dob']);

/** Decrypts names and birth dates under one work entry; the values are only compared. */
async function openIdentities(
  deps: IdentityDeps,
  ctx: Ctx,
  companyId: number,
  individualIds: readonly number[],
): Promise<Map<number, KnownIdentity>> {
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, (tx) =>
    readIdentities(tx, companyId, individualIds),
  );
  const identities = new Map<number, KnownIdentity>();
  for (const { individualId, recordVersion, fields } of found) {
    const opened: { name?: string; dob?: string } = {};
    for (const field of fields) {
      if (field.type !== 'name' && field.type !== 'dob') continue;
      opened[field.type] = await open(deps, companyId, field, ticket);
    }
    identities.set(individualId, { recordVersion, ...opened });
  }
  return identities;
}

interface Found {
  readonly individualId: number;
  readonly recordVersion: number;
  readonly fields: readonly SealedRow[];
}

async function readIdentities(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<BatchRead<Found[]>> {
  const people = await tx.query<{ id: number; record_version: number }>(
    `SELECT id, record_version FROM individuals
     WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND sealed_at IS NULL`,
    [companyId, individualIds],
  );
  const rows = await readSealedFields(tx, companyId, individualIds, OPENED);
  const fields = Map.groupBy(rows, (row) => row.individualId);
  return {
    found: people.map(({ id, record_version: recordVersion }) => ({
      individualId: id,
      recordVersion,
      fields: fields.get(id) ?? [],
    })),
    kind: 'work',
    grants: new Map([...fields.keys()].map((id) => [id, OPENED])),
    values: rows.length,
    entry: { action: 'data_work', fieldNames: ['name', 'dob'], objectIds: { job: 'compare_identities' } },
  };
}

async function open(
  { keys, decryptor }: IdentityDeps,
  companyId: number,
  row: SealedRow,
  ticket: AuditTicket | undefined,
): Promise<string> {
  if (ticket === undefined) throw new RangeError('Nothing is opened without a ticket');
  const key = await keyOfRow(keys, companyId, row);
  return decryptor.open(ticket, key, { fieldType: row.type, version: row.version }, row.ciphertext);
}
