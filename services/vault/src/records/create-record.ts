import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hasPermission } from '@pii-vault/platform/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { CompanyStatus } from '../company-status/company-status.ts';
import type { ConsentDetails } from '../consents/consent.ts';
import { externalIdExists, invalidRecord } from '../errors.ts';
import { findMasterKeyElsewhere } from '../individuals/individuals-store.ts';
import type { CreatePerson } from './create-person.ts';
import type { PersonInput, PersonResult, PersonWritten } from './person.ts';
import { validatePerson } from './validate-person.ts';
import type { WritePeople } from './write-people.ts';

export interface NewRecordInput {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  readonly fields: Readonly<Record<string, string>>;
  readonly externalId?: string;
  readonly individualId?: number;
}

export interface CreateRecordDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly createPerson: CreatePerson;
  readonly writePeople: WritePeople;
}

export type CreateRecord = (ctx: Ctx, input: NewRecordInput) => Promise<PersonWritten>;

/** One person with all fields: a new one through the shared commit, a named one under its lock. */
export function createRecordUseCase(deps: CreateRecordDeps): CreateRecord {
  return async (ctx, input) => {
    await deps.status.requireOpen(input.companyId);
    const { person, problems } = validatePerson(input.fields, input.externalId);
    if (person === undefined)
      throw invalidRecord(problems.map(({ path, message }) => ({ path: pathOf(path), message })));
    if (input.individualId === undefined) {
      return writtenOr(await deps.createPerson(ctx, input.companyId, input.consent, person));
    }
    return await writeNamed(deps, ctx, input, { ...person, individualId: input.individualId });
  };
}

async function writeNamed(
  deps: CreateRecordDeps,
  ctx: Ctx,
  { companyId, consent }: NewRecordInput,
  person: PersonInput & { individualId: number },
): Promise<PersonWritten> {
  const adopted = await adoptedKey(deps.db, ctx, companyId, person.individualId);
  const input = adopted === undefined ? person : { ...person, adoptedMasterKey: adopted };
  const [result] = await inRetriedTransaction(deps.db, companyId, (tx) =>
    deps.writePeople(tx, ctx, { companyId, consent, onExisting: 'reject' }, [input]),
  );
  return writtenOr(result);
}

/** The master key under which another company, in which the caller may write, holds the person. */
export async function adoptedKey(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  companyId: number,
  individualId: number,
): Promise<string | undefined> {
  const found = await findMasterKeyElsewhere(db, ctx, individualId);
  const usable = found.filter(
    (row) => row.companyId !== companyId && hasPermission(ctx.caller, 'pii:write', row.companyId),
  );
  return usable[0]?.masterKey;
}

const TRIES = 3;

/** Runs the transaction again when a parallel writer of the same person or external id was faster. */
export async function inRetriedTransaction<T>(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.tenant({ companies: [companyId] }, work);
    } catch (error) {
      const isRace = error instanceof AppError && ['CONFLICT', 'CONCURRENT_CHANGE'].includes(error.reason);
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}

function writtenOr(result: PersonResult | undefined): PersonWritten {
  if (result === undefined || (result.status === 'rejected' && result.reason === 'NOT_FOUND'))
    throw notFound();
  if (result.status === 'rejected') throw externalIdExists();
  return result;
}

function pathOf(path: string): string {
  return path === 'externalId' || path === 'fields' ? path : `fields.${path}`;
}
