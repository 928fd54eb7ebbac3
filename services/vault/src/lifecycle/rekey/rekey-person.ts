import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { maskOf } from '../../consents/consent.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { type DataKey, newDataKey } from '../../keys/envelope/data-key.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import { sealField } from '../../keys/envelope/sealed-field.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import { readVersions, type SealedRow } from '../../people/fields/fields-store.ts';
import type { AuditTicket, AuditWriter } from '../../reveals/audit-ticket.ts';
import { type Decryptor, keyOfRow } from '../../reveals/decryptor.ts';
import { holdDataKey, type ResealedRow, replaceDataKey } from './rekey-store.ts';

export interface RekeyDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
}

export interface Rekeyed {
  /** Numbers of versions encrypted again, and of versions destroyed. */
  readonly kept: number;
  readonly shredded: number;
}

/** Versions whose shred_at has passed at `at` are destroyed. */
export type RekeyPerson = (
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number; readonly at: Date },
) => Promise<Rekeyed | undefined>;

/**
 * Destroys due versions of a person: under the person's lock creates a new data key, encrypts every surviving version
 * under it, and deletes the due ones and the old key. A copy of the old rows (a backup's free pages, the WAL) cannot be
 * decrypted without the old key. The work entry is committed before the first decryption; if the transaction fails
 * afterwards, nothing changes. Undefined for an unknown person.
 */
export function rekeyPersonUseCase(deps: RekeyDeps): RekeyPerson {
  return async (ctx, { companyId, individualId, at }) => {
    const { ticket } = await deps.writer.openBatch(ctx, companyId, async (tx) => {
      const rows = await readVersions(tx, companyId, individualId, { withSealed: true });
      const kept = rows.filter((row) => !isDue(row, at));
      return {
        found: undefined,
        kind: 'work',
        grants: new Map([[individualId, maskOf(kept.map((row) => row.type))]]),
        values: kept.length,
        entry: { action: 'data_work', objectIds: { job: 'rekey_person' } },
      };
    });
    return await deps.db.tenant({ companies: [companyId] }, (tx) =>
      rekey(deps, tx, { companyId, individualId, at, ticket }),
    );
  };
}

async function rekey(
  deps: RekeyDeps,
  tx: Tx,
  one: { companyId: number; individualId: number; at: Date; ticket: AuditTicket | undefined },
): Promise<Rekeyed | undefined> {
  const { companyId, individualId, at, ticket } = one;
  const version = await holdDataKey(tx, companyId, individualId);
  if (version === undefined) return undefined;
  const rows = await readVersions(tx, companyId, individualId, { withSealed: true });
  const kept = rows.filter((row) => !isDue(row, at));
  const next = newDataKey({ companyId, individualId, version: version + 1 }, deps.random);
  const resealed: ResealedRow[] = [];
  for (const row of kept) {
    if (ticket === undefined) break;
    resealed.push(await reseal(deps, { companyId, row, next, ticket }));
  }
  const wrapped = next.wrapUnder(await deps.keys.fieldKey(companyId), deps.random);
  await replaceDataKey(tx, { companyId, individualId, version: version + 1 }, wrapped, resealed);
  return { kept: kept.length, shredded: rows.length - kept.length };
}

async function reseal(
  deps: RekeyDeps,
  one: { companyId: number; row: SealedRow; next: DataKey; ticket: AuditTicket },
): Promise<ResealedRow> {
  const { companyId, row, next, ticket } = one;
  const name = { fieldType: row.type, version: row.version };
  const key = await keyOfRow(deps.keys, companyId, row);
  const value = deps.decryptor.open(ticket, key, name, row.ciphertext);
  const ciphertext = sealField(next, name, value, deps.random);
  return { ...name, ciphertext, mac: valueMac(next, row.type, value) };
}

function isDue(row: SealedRow, at: Date): boolean {
  return row.shredAt !== undefined && row.shredAt <= at;
}
