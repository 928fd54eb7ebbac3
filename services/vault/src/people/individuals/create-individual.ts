import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import { AppError, alreadyExists } from '@pii-vault/platform/core/errors/app-error';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { invalidField } from '../../errors.ts';
import { recordChanged } from '../../events.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import type { WriteGate } from '../../limits/write-gate.ts';
import { once } from '../idempotency/once.ts';
import type { IdPool } from '../ids/id-pool.ts';
import { writeEntry } from '../records/people-audit.ts';
import { writePeopleRows } from '../records/people-store.ts';
import type { PersonWrite } from '../records/seal-person.ts';
import type { Individual } from './individual.ts';

export type CreateIndividual = (
  ctx: Ctx,
  input: { readonly companyId: number; readonly masterKey?: string; readonly quality?: number },
) => Promise<Individual>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A record without fields yet. @throws AppError ALREADY_EXISTS MASTER_KEY_EXISTS when one visible to the caller has the
 * key
 */
export function createIndividualUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly individualIds: IdPool;
  readonly gate: WriteGate;
}): CreateIndividual {
  return async (ctx, { companyId, masterKey, quality = 0 }) => {
    await deps.gate.requireMayWrite(ctx, companyId);
    const key = masterKey?.toLowerCase() ?? randomUUID();
    if (!UUID.test(key)) throw invalidField('MASTER_KEY_INVALID', 'masterKey', 'must be a UUID');
    if (!Number.isInteger(quality) || quality < 0 || quality > 100) {
      throw invalidField('QUALITY_INVALID', 'dataQualityScore', 'must be a whole number from 0 to 100');
    }
    if (masterKey !== undefined && ctx.idempotencyKey === undefined) await requireUnused(deps.db, ctx, key);
    const at = new Date();
    const call = { companyId, route: 'POST /individuals', request: { companyId, masterKey, quality } };
    const created = await deps.db.tenant({ companies: [companyId] }, (tx) =>
      once(deps.keys, ctx, tx, call, async () => {
        const [id = 0] = await deps.individualIds.take(tx.query, 1);
        await insert(tx, ctx, emptyPerson({ companyId, id, masterKey: key, quality }), at);
        return { id, masterKey: key };
      }),
    );
    const fresh = { completeness: 0, recordVersion: 1, typeMask: 0, createdAt: at, updatedAt: at };
    return { companyId, ...created, quality, ...fresh };
  };
}

async function insert(tx: Tx, ctx: Ctx, write: PersonWrite, at: Date): Promise<void> {
  const outbox = [
    writeEntry(ctx, write),
    recordChanged(write.companyId, write.individualId, 1, at, writtenBy(ctx.caller)),
  ];
  try {
    await writePeopleRows(
      tx,
      [write],
      outbox.map((row) => ({ ...row, person: 0 })),
    );
  } catch (error) {
    throw error instanceof AppError && error.reason === 'CONFLICT' ? masterKeyExists() : error;
  }
}

async function requireUnused(db: Pick<Database, 'tenant'>, ctx: Ctx, masterKey: string): Promise<void> {
  const companies = companiesWith(ctx.caller, 'pii:read');
  const rows = await db.tenant(companies === 'all' ? companies : { companies }, (tx) =>
    tx.query('SELECT FROM individuals WHERE master_key = $1 LIMIT 1', [masterKey]),
  );
  if (rows.length > 0) throw masterKeyExists();
}

function emptyPerson(one: {
  companyId: number;
  id: number;
  masterKey: string;
  quality: number;
}): PersonWrite {
  return {
    companyId: one.companyId,
    individualId: one.id,
    masterKey: one.masterKey,
    isNew: true,
    mayReturn: false,
    version: 1,
    quality: one.quality,
    completeness: 0,
    typeMask: 0,
    consentSeq: 0,
    consentTypes: 0,
    fields: [],
    handles: [],
  };
}

const masterKeyExists = () =>
  alreadyExists('MASTER_KEY_EXISTS', 'There is a record with this masterKey already');
