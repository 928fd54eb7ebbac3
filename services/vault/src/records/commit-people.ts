import { FIELD_CODES } from '@pii-vault/platform/domain/field-types/field-type';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import {
  areApart,
  type Claim,
  claimAll,
  release,
  wasTakenBack,
} from '@pii-vault/platform/postgres/idempotency/claims';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { recordsChanged } from '../events.ts';
import type { OutboxRow } from './pack-people.ts';
import { type LeftOut, writePeopleAlone, writePeopleOnce, writePeopleRows } from './people-store.ts';
import type { PersonWrite } from './seal-person.ts';

export interface QueuedPerson {
  readonly write: PersonWrite;
  readonly entry: OutboxMessage;
  /** The credential that writes (written-by.ts). */
  readonly writtenBy: string | undefined;
  /** Of a call that may be repeated; its outcome is the ids of the person. */
  readonly claim: Claim | undefined;
}

/** A person that is left out: who holds its external id, as in LeftOut; 0 for another one of the same batch. */
export interface NotWritten {
  readonly holder: number;
}

export type Committed = 'written' | 'done before' | NotWritten;

/**
 * Writes new people of any companies in one statement and one transaction, and stores the idempotency key of each call
 * with its result. Where a key or an external id is taken, the statement rolls itself back, and a transaction of
 * several statements writes the remaining people; so it does where two calls of the batch share a key or an external
 * id. A key is checked before the external id, which the call's first try has taken. A call that creates nothing stores
 * no key.
 */
export async function commitPeople(
  db: Pick<Database, 'statement' | 'tenant'>,
  queued: readonly QueuedPerson[],
): Promise<Committed[]> {
  const claims = claimsOf(queued);
  // write_people gives each company's part its own scope; outside of that there is none.
  if (claims.length === 0)
    return await write(queued, (people, outbox) => writePeopleAlone(db, people, outbox));
  if (areApart(claims) && firstOfEachExternalId(queued).every(Boolean)) {
    try {
      return await write(queued, (people, outbox) => writePeopleOnce(db, people, outbox, claims));
    } catch (thrown) {
      if (!wasTakenBack(thrown)) throw thrown;
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
  const written = await write(fresh, (people, outbox) => writePeopleRows(tx, people, outbox));
  const inVain = fresh.flatMap(({ claim }, n) => (written[n] === 'written' ? [] : (claim?.call ?? [])));
  await release(tx, inVain);
  const outcomes = new Map(fresh.map((one, n) => [one, written[n]]));
  return queued.map((one) => outcomes.get(one) ?? 'done before');
}

async function write(
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
 * taken by now has a separate event, which is left out with that person.
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

/** False for an item whose external id an earlier item of the batch takes. */
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
