import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { aborted } from '@pii-vault/platform/core/errors/app-error';
import { FIELD_CODES } from '@pii-vault/platform/domain/field-types/field-type';
import { createCommitter } from '@pii-vault/platform/postgres/committer';
import type { Database, NamedStatement, Tx } from '@pii-vault/platform/postgres/database';
import {
  type Claim,
  claimAll,
  haveDistinctKeys,
  isClaimRolledBack,
  release,
} from '@pii-vault/platform/postgres/idempotency/claims';
import { outcomeOf } from '@pii-vault/platform/postgres/idempotency/idempotency';
import type { IdempotentCall } from '@pii-vault/platform/postgres/idempotency/idempotent-call';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import type { ConsentDetails } from '../../consents/consent.ts';
import { recordsChanged } from '../../events.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import { CREATED, retried } from '../idempotency/once.ts';
import { writeEntry } from './people-audit.ts';
import {
  type LeftOut,
  type OutboxRow,
  writePeopleAlone,
  writePeopleOnce,
  writePeopleRows,
} from './people-store.ts';
import {
  type AfterErasure,
  fieldIdsOf,
  idsOf,
  leftOut,
  type PersonInput,
  type PersonResult,
  type RecordIds,
  recordIds,
  type WritingDeps,
} from './person.ts';
import { planNewPerson, valuesOf } from './plan-person.ts';
import { cacheRecentWrite } from './recent-write-cache.ts';
import { type PersonWrite, sealNewPerson } from './seal-person.ts';

/** @param options call: for a repeatable call; a repetition returns the person of the first */
export type CreatePerson = (
  ctx: Ctx,
  companyId: number,
  consent: ConsentDetails,
  person: PersonInput,
  options?: { readonly call?: IdempotentCall | undefined; readonly afterErasure?: AfterErasure | undefined },
) => Promise<PersonResult>;

/**
 * Creates one person with all fields in one transaction, which concurrent callers of any company share (commitPeople).
 * Encrypts before it. For an existing person see WritePeople.
 */
export function createCreatePerson(
  deps: WritingDeps & { readonly db: Pick<Database, 'statement' | 'tenant'> },
): CreatePerson {
  const { db, keys, random } = deps;
  const committer = createCommitter<QueuedPerson, Committed>({
    commit: (queued) => commitPeople(db, queued),
  });
  // Ids are reserved in blocks, so few calls query the database here.
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
  // Encrypts again: the field-key version may have been retired before the commit.
  return (...args) => retried(() => create(...args));
}

async function createdBefore(db: Pick<Database, 'tenant'>, call: IdempotentCall): Promise<PersonResult> {
  const outcome = await db.tenant({ companies: [call.companyId] }, (tx) => outcomeOf<RecordIds>(tx, call));
  // The holder of the key released it: another try may take it now.
  if (outcome === undefined) throw aborted('CONFLICT', 'Another request was changing this; try again');
  const { individualId, masterKey, fieldIds } = outcome.ids;
  return { status: 'created', individualId, masterKey, fieldIds: fieldIdsOf(fieldIds) };
}

interface QueuedPerson {
  readonly write: PersonWrite;
  readonly entry: OutboxMessage;
  /** The credential that writes (writtenBy). */
  readonly writtenBy: string | undefined;
  /** For a repeatable call; its stored result is the ids of the person. */
  readonly claim: Claim | undefined;
}

/** Holder of a skipped person's external id, as in LeftOut; 0 for another person of the same batch. */
interface NotWritten {
  readonly holder: number;
}

type Committed = 'written' | 'done before' | NotWritten;

/**
 * Writes new people of any companies in one statement and one transaction, and stores the idempotency key of each call
 * with its result. If a key or an external id is taken, or two calls of the batch share one, the statement is rolled
 * back, and a transaction of several statements writes the remaining people. A key is checked before the external id,
 * which the call's first attempt has taken. A call that creates nothing stores no key.
 */
async function commitPeople(
  db: Pick<Database, 'statement' | 'tenant'>,
  queued: readonly QueuedPerson[],
): Promise<Committed[]> {
  const claims = claimsOf(queued);
  // write_people gives each company's part its own scope; outside of that there is none.
  if (claims.length === 0)
    return await writeRows(queued, (people, outbox) => writePeopleAlone(db, people, outbox));
  if (haveDistinctKeys(claims) && firstOfEachExternalId(queued).every(Boolean)) {
    try {
      return await writeRows(queued, (people, outbox) => writePeopleOnce(db, people, outbox, claims));
    } catch (thrown) {
      if (!isClaimRolledBack(thrown)) throw thrown;
    }
  }
  const companies = [...new Set(queued.map(({ write: { companyId } }) => companyId))];
  return await db.tenant({ companies }, (tx) => writeOnce(tx, queued));
}

const claimsOf = (queued: readonly QueuedPerson[]): Claim[] => queued.flatMap(({ claim }) => claim ?? []);

async function writeOnce(tx: Tx, queued: readonly QueuedPerson[]): Promise<Committed[]> {
  const claims = claimsOf(queued);
  const isFree = await claimAll(tx, claims);
  const before = new Set(claims.filter((_, n) => isFree[n] !== true));
  const isNew = ({ claim }: QueuedPerson) => claim === undefined || !before.has(claim);
  const fresh = queued.filter(isNew);
  const written = await writeRows(fresh, (people, outbox) => writePeopleRows(tx, people, outbox));
  const inVain = fresh.flatMap(({ claim }, n) => (written[n] === 'written' ? [] : (claim?.call ?? [])));
  await release(tx, inVain);
  const outcomes = new Map(fresh.map((one, n) => [one, written[n]]));
  return queued.map((one) => outcomes.get(one) ?? 'done before');
}

async function writeRows(
  queued: readonly QueuedPerson[],
  rows: (people: readonly PersonWrite[], outbox: readonly OutboxRow[]) => Promise<LeftOut>,
): Promise<Committed[]> {
  const first = firstOfEachExternalId(queued);
  const kept = queued.filter((_, n) => first[n]);
  const people = kept.map((one) => one.write);
  const outbox = [...kept.map(({ entry }, person) => ({ ...entry, person })), ...eventsOf(kept)];
  const taken = await rows(people, outbox);
  let position = 0;
  return queued.map((_, n) => {
    if (first[n] !== true) return { holder: 0 };
    const holder = taken.get(position++);
    return holder === undefined ? 'written' : { holder };
  });
}

/**
 * One event per company and credential for all people that are certainly written. A person whose external id may be
 * taken by now has a separate event, which is skipped with that person.
 */
function eventsOf(kept: readonly QueuedPerson[]): OutboxRow[] {
  const at = new Date();
  const placed = kept.map(({ write, writtenBy }, person) => ({ ...write, writtenBy, person }));
  const groups = Map.groupBy(
    placed,
    (one) => `${one.companyId}/${one.writtenBy ?? ''}${hasExternalId(one) ? `/${one.person}` : ''}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            person: first.person,
            ...recordsChanged(first.companyId, [first, ...others], at, first.writtenBy),
          },
        ],
  );
}

function hasExternalId({ handles }: PersonWrite): boolean {
  return handles.some(({ code }) => code === EXTERNAL_ID_CODE);
}

/** False for an item whose external id an earlier item of the batch has. */
function firstOfEachExternalId(queued: readonly QueuedPerson[]): boolean[] {
  const seen = new Set<string>();
  return queued.map(({ write }) => {
    const names = write.handles
      .filter((row) => row.code === EXTERNAL_ID_CODE)
      .map((row) => `${write.companyId}:${row.keyVersion}:${row.handle.toString('base64')}`);
    const isFirst = !names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return isFirst;
  });
}

const EXTERNAL_ID_CODE = FIELD_CODES.external_id;
