import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { createCommitter } from '@pii-vault/platform/postgres/committer';
import type { Database, NamedStatement } from '@pii-vault/platform/postgres/database';
import { outcomeOf } from '@pii-vault/platform/postgres/idempotency/idempotency';
import type { IdempotentCall } from '@pii-vault/platform/postgres/idempotency/idempotent-call';
import type { ConsentDetails } from '../consents/consent.ts';
import { CREATED } from '../idempotency/once.ts';
import { type Committed, commitPeople, type QueuedPerson } from './commit-people.ts';
import { retried } from './in-retried-transaction.ts';
import { writeEntry } from './people-audit.ts';
import { type AfterErasure, leftOut, type PersonInput, type PersonResult } from './person.ts';
import { planNewPerson, valuesOf } from './plan-person.ts';
import { sealNewPerson } from './seal-new-person.ts';
import { cacheRecentWrite } from './write-wave.ts';
import type { WritingDeps } from './writing-deps.ts';
import { writtenBy } from './written-by.ts';
import { fieldIdsOf, idsOf, type RecordIds, recordIds } from './written-ids.ts';

/** @param options call: what may be repeated, the person that it made is answered again */
export type CreatePerson = (
  ctx: Ctx,
  companyId: number,
  consent: ConsentDetails,
  person: PersonInput,
  options?: { readonly call?: IdempotentCall | undefined; readonly afterErasure?: AfterErasure | undefined },
) => Promise<PersonResult>;

/**
 * One new person, all fields, one transaction, which concurrent callers of any company share (commit-people.ts):
 * encrypted first. For a person that is not new see WritePeople.
 */
export function createCreatePerson(
  deps: WritingDeps & { readonly db: Pick<Database, 'statement' | 'tenant'> },
): CreatePerson {
  const { db, keys, random } = deps;
  const committer = createCommitter<QueuedPerson, Committed>({
    commit: (queued) => commitPeople(db, queued),
  });
  // Ids come in blocks, so hardly any call asks the database here.
  const ask = (statement: NamedStatement) => db.statement<{ first: number }>(statement);

  const create: CreatePerson = async (ctx, companyId, consent, person, options = {}) => {
    const { call, afterErasure } = options;
    const at = new Date();
    const [individualId = 0] = await deps.individualIds.take(ask, 1);
    const [fieldKey, indexKey] = await Promise.all([keys.fieldKey(companyId), keys.indexKey(companyId)]);
    const sealed = sealNewPerson({ companyId, fieldKey, indexKey }, random, {
      individualId,
      values: valuesOf(person),
    });
    const named = { individualId, masterKey: randomUUID() };
    const write = planNewPerson(
      { companyId, consent, indexKey, at, mayReturn: afterErasure === 'create' },
      person,
      sealed,
      named,
    );
    const ids = idsOf(person, individualId, write.masterKey, undefined, write);
    const claim = call && { call, outcome: { status: CREATED, ids: recordIds(ids) } };
    const committed = await committer.submit({
      write,
      entry: writeEntry(ctx, write),
      writtenBy: writtenBy(ctx.caller),
      claim,
    });
    if (committed === 'done before') {
      if (call !== undefined) return await createdBefore(db, call);
    } else if (committed !== 'written') return leftOut(committed.holder);
    cacheRecentWrite(deps.fresh, write, person);
    return { ...ids, status: 'created' };
  };
  // Encrypts again: the field-key version may have been retired between the encryption and the commit.
  return (...args) => retried(() => create(...args));
}

async function createdBefore(db: Pick<Database, 'tenant'>, call: IdempotentCall): Promise<PersonResult> {
  const outcome = await db.tenant({ companies: [call.companyId] }, (tx) => outcomeOf<RecordIds>(tx, call));
  // The holder of the key released it: another try may take it now.
  if (outcome === undefined) throw new AppError('ABORTED', 'CONFLICT', 'Another request was changing this');
  const { individualId, masterKey, fieldIds } = outcome.ids;
  return { status: 'created', individualId, masterKey, fieldIds: fieldIdsOf(fieldIds) };
}
