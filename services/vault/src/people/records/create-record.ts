import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { stale } from '@pii-vault/platform/core/errors/stale';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { ConsentDetails } from '../../consents/consent.ts';
import { invalidRecord } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { WriteGate } from '../../limits/write-gate.ts';
import { inRetriedTransaction, type OnceCall, once, repeatable } from '../idempotency/once.ts';
import { refuseErased } from '../individuals/erased-people-store.ts';
import { findMasterKeyElsewhere } from '../individuals/individuals-store.ts';
import type { CreatePerson } from './create-person.ts';
import type { WithIdentities } from './identities.ts';
import type { MayBeRefused } from './known-people.ts';
import {
  type AfterErasure,
  disclosedBy,
  hasEqualValue,
  type PersonInput,
  type PersonRejected,
  type PersonResult,
  type PersonWritten,
  type RecordIds,
  recordIds,
} from './person.ts';
import { validatePerson } from './validate-person.ts';
import type { WritePeople } from './write-people.ts';

export interface NewRecordInput {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  readonly fields: Readonly<Record<string, string>>;
  readonly externalId?: string;
  readonly individualId?: number;
  readonly afterErasure?: AfterErasure;
  /** The record version that the person of individualId must have; absent: any. */
  readonly ifRowVersion?: number;
}

export interface CreateRecordDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly createPerson: CreatePerson;
  readonly writePeople: WritePeople;
  readonly withIdentities: WithIdentities;
  readonly mayBeRefused: MayBeRefused;
  readonly gate: WriteGate;
}

export type CreateRecord = (ctx: Ctx, input: NewRecordInput) => Promise<RecordIds>;

/**
 * Creates or corrects one person with all fields. A new person is written through the shared commit, a named one under
 * its lock, and one who shares a value with somebody who withdrew or was erased in a separate transaction; with an
 * Idempotency-Key, together with the key.
 */
export function createRecordUseCase(deps: CreateRecordDeps): CreateRecord {
  const create = creating(deps);
  return async (ctx, input) => {
    await deps.gate.requireMayWrite(ctx, input.companyId);
    try {
      return await create(ctx, input);
    } catch (error) {
      await deps.gate.count(ctx, input.companyId, disclosedBy([AppError.from(error)]));
      throw error;
    }
  };
}

function creating(deps: CreateRecordDeps): CreateRecord {
  return async (ctx, input) => {
    const { person, problems } = validatePerson(input.fields, input.externalId);
    if (person === undefined) {
      throw invalidRecord(problems.map(({ path, message }) => ({ path: pathOf(path), message })));
    }
    const { companyId, consent } = input;
    // Without individualId the record is about a new person, which has no version yet.
    if (input.ifRowVersion !== undefined && input.individualId === undefined) throw stale();
    if (input.individualId !== undefined || (await deps.mayBeRefused(companyId, person)))
      return await writeAlone(deps, ctx, input, person);
    const call = await repeatable(deps.keys, ctx, callOf(input));
    const { afterErasure } = input;
    return createdOr(await deps.createPerson(ctx, companyId, consent, person, { call, afterErasure }));
  };
}

async function writeAlone(
  deps: CreateRecordDeps,
  ctx: Ctx,
  input: NewRecordInput,
  person: PersonInput,
): Promise<RecordIds> {
  const { companyId, consent, individualId, afterErasure, ifRowVersion } = input;
  const adopted =
    individualId === undefined ? undefined : await adoptedKey(deps.db, ctx, companyId, individualId);
  const named = {
    ...person,
    ...(individualId === undefined ? {} : { individualId }),
    ...(ifRowVersion === undefined ? {} : { ifRowVersion }),
    ...(adopted === undefined ? {} : { adoptedMasterKey: adopted }),
  };
  const call = callOf(input);
  let hasEqual = false;
  const ids = await deps.withIdentities(ctx, companyId, (newBook) =>
    inRetriedTransaction(deps.db, companyId, (tx) =>
      once(deps.keys, ctx, tx, call, async () => {
        const identities = newBook();
        const options = { companyId, consent, onExisting: 'reject' as const, afterErasure, identities };
        const [result] = await deps.writePeople(tx, ctx, options, [named]);
        hasEqual = hasEqualValue(result);
        return createdOr(result);
      }),
    ),
  );
  if (hasEqual) await deps.gate.count(ctx, companyId, { answers: 1 });
  return ids;
}

function callOf(input: NewRecordInput): OnceCall {
  // The default date, now, would make every repetition a different request. Of the versions in If-Match each is tried.
  const request = { ...input, consent: { ...input.consent, date: undefined }, ifRowVersion: undefined };
  return { companyId: input.companyId, route: 'POST /pii-records', request };
}

/**
 * The master key under which another company, in which the caller may write, holds the person.
 * @throws AppError FAILED_PRECONDITION ERASED: a tombstone never becomes a person again
 */
export async function adoptedKey(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  companyId: number,
  individualId: number,
): Promise<string | undefined> {
  if (!hasPermission(ctx.caller, 'pii:write', companyId)) return undefined;
  await db.tenant({ companies: [companyId] }, (tx) => refuseErased(tx, companyId, individualId));
  const found = await findMasterKeyElsewhere(db, ctx, individualId);
  return found.find((row) => row.companyId !== companyId)?.masterKey;
}

function createdOr(result: PersonResult | undefined): RecordIds {
  return recordIds(writtenOr(result));
}

/**
 * @throws AppError NOT_FOUND, ALREADY_EXISTS EXTERNAL_ID_EXISTS or ERASED_EARLIER, FAILED_PRECONDITION
 *   CONSENT_WITHDRAWN
 */
export function writtenOr(result: PersonResult | undefined): PersonWritten {
  if (result === undefined) throw notFound();
  if (result.status === 'rejected') throw refusalOf(result);
  return result;
}

function refusalOf({ path, reason, message }: PersonRejected): AppError {
  if (reason === 'NOT_FOUND') return notFound();
  const code = reason === 'CONSENT_WITHDRAWN' ? 'FAILED_PRECONDITION' : 'ALREADY_EXISTS';
  return new AppError(code, reason, message, { details: [{ path: pathOf(path), message }] });
}

function pathOf(path: string): string {
  return path === 'externalId' || path === 'fields' ? path : `fields.${path}`;
}
