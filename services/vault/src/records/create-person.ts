import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { createCommitter } from '@pii-vault/platform/db/committer';
import type { Database, NamedStatement } from '@pii-vault/platform/db/database';
import type { OutboxMessage } from '@pii-vault/platform/events/outbox-message';
import type { ConsentDetails } from '../consents/consent.ts';
import { recordsChanged } from '../events.ts';
import { FIELD_CODES } from '../field-types/field-type.ts';
import { retried } from './in-retried-transaction.ts';
import type { OutboxRow } from './pack-people.ts';
import { writeEntry } from './people-audit.ts';
import { writePeopleAlone } from './people-store.ts';
import { externalIdTaken, type PersonInput, type PersonResult } from './person.ts';
import { planNewPerson, valuesOf } from './plan-person.ts';
import type { PersonWrite } from './seal-person.ts';
import { tellFresh, type WritingDeps } from './write-people.ts';
import { idsOf } from './written-ids.ts';

export type CreatePerson = (
  ctx: Ctx,
  companyId: number,
  consent: ConsentDetails,
  person: PersonInput,
) => Promise<PersonResult>;

interface Queued {
  readonly write: PersonWrite;
  readonly entry: OutboxMessage;
}

/**
 * One new person, all fields, one transaction, which concurrent callers of any company share: encrypted first,
 * then one round trip. For a person that is not new see WritePeople.
 */
export function createCreatePerson(
  deps: WritingDeps & { readonly db: Pick<Database, 'statement'> },
): CreatePerson {
  const { db, keys, random } = deps;
  const committer = createCommitter<Queued, boolean>({
    // write_people gives each company's part its own scope; outside of that there is none.
    commit: (queued) => commitQueued(db, queued),
  });
  // Ids come in blocks, so hardly any call asks the database here.
  const ask = (statement: NamedStatement) => db.statement<{ first: number }>(statement);

  const create: CreatePerson = async (ctx, companyId, consent, person) => {
    const at = new Date();
    const [individualId = 0] = await deps.individualIds.take(ask, 1);
    const fieldIds = await deps.fieldIds.take(ask, valuesOf(person).length);
    const [fieldKey, indexKey] = await Promise.all([keys.fieldKey(companyId), keys.indexKey(companyId)]);
    const write = planNewPerson({ companyId, consent, fieldKey, indexKey, random, at }, person, {
      individualId,
      masterKey: randomUUID(),
      fieldIds,
    });
    const isWritten = await committer.submit({ write, entry: writeEntry(ctx, write) });
    if (!isWritten) return externalIdTaken();
    tellFresh(deps.fresh, write, person);
    return { ...idsOf(person, individualId, write.masterKey, undefined, write), status: 'created' };
  };
  // Encrypted anew: the field-key version may have been retired between the encryption and the commit.
  return (...args) => retried(() => create(...args));
}

async function commitQueued(db: Pick<Database, 'statement'>, queued: readonly Queued[]): Promise<boolean[]> {
  const first = firstOfEachExternalId(queued);
  const kept = queued.filter((_, n) => first[n]);
  const taken = await writePeopleAlone(
    db,
    kept.map(({ write }) => write),
    [...kept.map(({ entry }, person) => ({ ...entry, person })), ...eventsOf(kept.map(({ write }) => write))],
  );
  let position = 0;
  return queued.map((_, n) => first[n] === true && !taken.has(position++));
}

/**
 * One event per company for all who are surely written; a person whose external id may be somebody else's by now has one of its
 * own, which is left out with that person.
 */
function eventsOf(writes: readonly PersonWrite[]): OutboxRow[] {
  const at = new Date();
  const placed = writes.map((write, person) => ({ ...write, person }));
  const groups = Map.groupBy(
    placed,
    (one) => `${one.companyId}${hasExternalId(one) ? `:${one.person}` : ''}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ person: first.person, ...recordsChanged(first.companyId, [first, ...others], at) }],
  );
}

function hasExternalId({ handles }: PersonWrite): boolean {
  return handles.some(({ code }) => code === EXTERNAL_ID_CODE);
}

/** False for an item whose external id an earlier item of the batch takes. */
function firstOfEachExternalId(queued: readonly Queued[]): boolean[] {
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
