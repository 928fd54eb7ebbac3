import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { nextTurn } from '@pii-vault/platform/process/next-turn';
import { type DataKey, newDataKey, openDataKey } from '../envelope/data-key.ts';
import type { RandomPool } from '../envelope/random-pool.ts';
import type { FreshPeople } from '../features/fresh-people.ts';
import { namedField } from '../ids/field-id.ts';
import type { IdPool } from '../ids/id-pool.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { SealingPool } from '../sealing-threads/sealing-pool.ts';
import { findHolders, soughtIds } from '../search/search-store.ts';
import { type HeldPerson, holdPeople } from './held-person.ts';
import { publishWrites } from './people-audit.ts';
import { writePeopleRows } from './people-store.ts';
import {
  externalIdTaken,
  type PersonInput,
  type PersonResult,
  personNotFound,
  type WriteOptions,
} from './person.ts';
import { changedValues, planChange, planNewPerson, type Sealing, valuesOf } from './plan-person.ts';
import type { PersonWrite } from './seal-person.ts';
import { idsOf } from './written-ids.ts';

export interface WritingDeps {
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly individualIds: IdPool;
  readonly fieldIds: IdPool;
  readonly sealing: Pick<SealingPool, 'seal'>;
  /** Is told of people who were created, when they are committed. */
  readonly fresh: Pick<FreshPeople, 'add'>;
}

/**
 * Writes up to 200 people of one company in the transaction passed: rows, search handles, consents, events and
 * audit entries. Answers in order. Two records with one external id are applied one after the other.
 * @throws AppError ABORTED or ALREADY_EXISTS when a parallel writer was faster: run the transaction again
 */
export type WritePeople = (
  tx: Tx,
  ctx: Ctx,
  options: WriteOptions,
  people: readonly PersonInput[],
) => Promise<PersonResult[]>;

/** More than these are planned in one turn of the event loop and packed in the next. */
const PACKED_IN_THE_SAME_TURN = 50;

interface Planned {
  readonly at: number;
  readonly write: PersonWrite;
}

export function createWritePeople(deps: WritingDeps): WritePeople {
  return async (tx, ctx, options, people) => {
    const sealing: Sealing = {
      companyId: options.companyId,
      consent: options.consent,
      fieldKey: await deps.keys.fieldKey(options.companyId),
      indexKey: await deps.keys.indexKey(options.companyId),
      random: deps.random,
      at: new Date(),
    };
    const results: PersonResult[] = [];
    const written: PersonWrite[] = [];
    let waiting = people.map((_, at) => at);
    while (waiting.length > 0) {
      const { now, later } = splitWave(people, waiting);
      written.push(...(await writeWave(deps, tx, { sealing, options, people, now, results })));
      waiting = later;
    }
    await publishWrites(tx, ctx, options, written, sealing.at);
    return results;
  };
}

/** Each external id and each named person once per wave. */
function splitWave(
  people: readonly PersonInput[],
  waiting: readonly number[],
): { now: number[]; later: number[] } {
  const seen = new Set<string>();
  const now: number[] = [];
  const later: number[] = [];
  for (const at of waiting) {
    const person = people[at];
    const names = [
      ...(person?.externalId === undefined ? [] : [`x${person.externalId}`]),
      ...(person?.individualId === undefined ? [] : [`i${person.individualId}`]),
    ];
    (names.some((name) => seen.has(name)) ? later : now).push(at);
    for (const name of names) seen.add(name);
  }
  return { now, later };
}

interface Wave {
  readonly sealing: Sealing;
  readonly options: WriteOptions;
  readonly people: readonly PersonInput[];
  readonly now: readonly number[];
  readonly results: PersonResult[];
}

async function writeWave(deps: WritingDeps, tx: Tx, wave: Wave): Promise<PersonWrite[]> {
  const { sealing, people, now, results } = wave;
  const targets = await targetsOf(deps, tx, wave);
  const held = await holdPeople(tx, sealing.companyId, [...new Set(targets.values())]);
  const fresh: number[] = [];
  const planned: Planned[] = [];
  for (const at of now) {
    const person = people[at];
    if (person === undefined || results[at] !== undefined) continue;
    const target = targets.get(at);
    const holder = target === undefined ? undefined : held.get(target);
    if (holder !== undefined) planned.push(...(await planHeld(deps, tx, wave, { at, person, held: holder })));
    else if (target === undefined || person.adoptedMasterKey !== undefined) fresh.push(at);
    else results[at] = personNotFound();
  }
  planned.push(...(await planFresh(deps, tx, wave, fresh)));
  const taken = await writePeopleRows(
    tx,
    planned.map(({ write }) => write),
    [],
  );
  for (const [n, { at, write }] of planned.entries()) {
    results[at] = taken.has(n) ? externalIdTaken() : resultOf(people[at], write, held);
    if (!taken.has(n)) tx.afterCommit(() => tellFresh(deps.fresh, write, people[at]));
  }
  return planned.flatMap(({ write }, n) => (taken.has(n) ? [] : [write]));
}

/** Which person of the company each record is about: the one it names, or the holder of its external id. */
async function targetsOf(deps: WritingDeps, tx: Tx, wave: Wave): Promise<Map<number, number>> {
  const { sealing, options, people, now, results } = wave;
  const externalIds = now.flatMap((at) => soughtIds(people[at]));
  const keys = await deps.keys.indexKeys(sealing.companyId);
  const holders = await findHolders(tx, keys, sealing.companyId, 'external_id', externalIds);
  const targets = new Map<number, number>();
  for (const at of now) {
    const person = people[at];
    if (person === undefined) continue;
    const [holder] = person.externalId === undefined ? [] : (holders.get(person.externalId) ?? []);
    const isElsewhere =
      person.individualId === undefined ? options.onExisting === 'reject' : person.individualId !== holder;
    if (holder !== undefined && isElsewhere) results[at] = externalIdTaken();
    const target = person.individualId ?? holder;
    if (target !== undefined) targets.set(at, target);
  }
  return targets;
}

async function planHeld(
  deps: WritingDeps,
  tx: Tx,
  wave: Wave,
  one: { at: number; person: PersonInput; held: HeldPerson },
): Promise<Planned[]> {
  const { sealing, results } = wave;
  const { at, person, held } = one;
  const { key, isNew } = await keyOf(deps, sealing, held);
  const changed = changedValues(sealing, held, key, person);
  if (changed.length === 0) {
    results[at] = { ...idsOf(person, held.individualId, held.masterKey, held), status: 'unchanged' };
    return [];
  }
  const unknown = changed.filter(([type]) => !held.fields.has(type)).length;
  const newIds = namesItsFields(held) ? undefined : await deps.fieldIds.take(tx.query, unknown);
  const { retentionExpiry } = person;
  return [
    { at, write: planChange(sealing, held, key, changed, { newIds, retentionExpiry, isNewKey: isNew }) },
  ];
}

/** Whether the individual id was new when its first fields were written: those of an id that was taken over do not name it. */
const namesItsFields = ({ fields }: HeldPerson): boolean =>
  fields.values().some(({ id }) => namedField(id) !== undefined);

async function keyOf(
  deps: WritingDeps,
  sealing: Sealing,
  held: HeldPerson,
): Promise<{ key: DataKey; isNew: boolean }> {
  const { companyId, random } = sealing;
  const { individualId, dataKey } = held;
  if (dataKey === undefined) {
    return { key: newDataKey({ companyId, individualId, version: 1 }, random), isNew: true };
  }
  const fieldKey = await deps.keys.fieldKeyVersion(companyId, dataKey.fieldKeyVersion);
  return {
    key: openDataKey({ companyId, individualId, version: dataKey.version }, fieldKey, dataKey),
    isNew: false,
  };
}

async function planFresh(
  deps: WritingDeps,
  tx: Tx,
  wave: Wave,
  fresh: readonly number[],
): Promise<Planned[]> {
  const people = fresh.flatMap((at) => wave.people[at] ?? []);
  const adopted = people.filter((person) => person.individualId !== undefined);
  const ids = await deps.individualIds.take(tx.query, fresh.length - adopted.length);
  const values = adopted.reduce((sum, person) => sum + valuesOf(person).length, 0);
  const fieldIds = await deps.fieldIds.take(tx.query, values);
  const drawn = people.map((person) => ({
    individualId: person.individualId ?? ids.shift() ?? 0,
    masterKey: person.adoptedMasterKey ?? randomUUID(),
    ...(person.individualId === undefined ? {} : { fieldIds: fieldIds.splice(0, valuesOf(person).length) }),
  }));
  const sealed = await deps.sealing.seal(
    wave.sealing,
    people.map((person, n) => ({ individualId: drawn[n]?.individualId ?? 0, values: valuesOf(person) })),
  );
  const planned = people.map((person, n) => {
    const [at, own, seals] = [fresh[n], drawn[n], sealed[n]];
    if (at === undefined || own === undefined || seals === undefined)
      throw new RangeError('Not everybody has been sealed');
    return { at, write: planNewPerson(wave.sealing, person, seals, own) };
  });
  // Packing so many for PostgreSQL is work for a turn of its own.
  if (people.length > PACKED_IN_THE_SAME_TURN) await nextTurn();
  return planned;
}

/** A person who is new, with all its values; to be called after the commit. */
export function tellFresh(
  fresh: Pick<FreshPeople, 'add'>,
  { companyId, individualId, isNew, consent }: PersonWrite,
  person: PersonInput | undefined,
): void {
  if (!isNew || consent === undefined || person === undefined || person.retentionExpiry !== undefined) return;
  fresh.add({ companyId, individualId, consent, values: person.values });
}

function resultOf(
  person: PersonInput | undefined,
  write: PersonWrite,
  held: ReadonlyMap<number, HeldPerson>,
): PersonResult {
  const before = held.get(write.individualId);
  return {
    ...idsOf(person, write.individualId, write.masterKey, before, write),
    status: write.isNew ? 'created' : 'updated',
  };
}
