import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { stale } from '@pii-vault/platform/core/errors/stale';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { purposesOf } from '../../consents/consent.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import { withdrawAll } from '../consents/withdraw-consent.ts';
import { findHolders } from '../search/search-store.ts';
import { IdentityUnknown } from './identities.ts';
import { IdentityBook } from './identity.ts';
import { type Allowed, type Recognised, recognise, withdraws } from './known-people.ts';
import { type LockedPerson, lockPeople } from './locked-person.ts';
import { publishConflicts, publishWrites } from './people-audit.ts';
import { writePeopleRows } from './people-store.ts';
import {
  CONSENT_WITHDRAWN,
  consentFor,
  externalIdTaken,
  hasNoId,
  idsOf,
  leftOut,
  type PersonInput,
  type PersonResult,
  type PersonWritten,
  personNotFound,
  unknownExternalId,
  type WriteOptions,
  type WritingDeps,
} from './person.ts';
import { type HeldWrite, planHeld } from './plan-held.ts';
import { planNewPerson, type Sealing, valuesOf } from './plan-person.ts';
import { cacheRecentWrite } from './recent-write-cache.ts';
import { SimilarRecords } from './same-person.ts';
import type { PersonWrite } from './seal-person.ts';

/**
 * Writes up to 200 people of one company in the given transaction: rows, search handles, consents, events and audit
 * entries. Returns results in order. Records with the same external id are applied one after the other.
 * @throws AppError ABORTED or ALREADY_EXISTS when a concurrent writer committed first: retry the transaction;
 * FAILED_PRECONDITION STALE when a person does not have the version ifRowVersion;
 * IdentityUnknown when a person must be decrypted first (withIdentities)
 */
export type WritePeople = (
  tx: Tx,
  ctx: Ctx,
  options: WriteOptions,
  people: readonly PersonInput[],
) => Promise<PersonResult[]>;

export function createWritePeople(deps: WritingDeps): WritePeople {
  return async (tx, ctx, options, people) => {
    const sealing: Sealing = {
      mayReturn: options.afterErasure === 'create',
      companyId: options.companyId,
      consent: options.consent,
      fieldKey: await deps.keys.fieldKey(options.companyId),
      indexKey: await deps.keys.indexKey(options.companyId),
      random: deps.random,
      at: new Date(),
    };
    const results: PersonResult[] = [];
    const identities = options.identities ?? new IdentityBook();
    const written: PersonWrite[] = [];
    let waiting = people.map((_, at) => at);
    while (waiting.length > 0) {
      const { now, later } = splitWave(options, people, waiting);
      const wave = await writeWave(deps, tx, ctx, { sealing, options, people, now, results, identities });
      written.push(...wave.written);
      waiting = [...wave.postponed, ...later].sort((a, b) => a - b);
    }
    await publishWrites(tx, ctx, options, written, sealing.at);
    await publishConflicts(tx, ctx, options.companyId, results);
    return results;
  };
}

/**
 * Each external id and each named person at most once per wave; if known people are looked up, a record without an id
 * waits for earlier ones about the same person, so that it finds them.
 */
function splitWave(
  { onKnown }: WriteOptions,
  people: readonly PersonInput[],
  waiting: readonly number[],
): { now: number[]; later: number[] } {
  const seen = new Set<string>();
  const earlier = onKnown !== undefined && people.some(hasNoId) ? new SimilarRecords() : undefined;
  const now: number[] = [];
  const later: number[] = [];
  for (const at of waiting) {
    const person = people[at];
    if (person !== undefined && hasNoId(person) && earlier?.has(person) === true) {
      later.push(at);
      continue;
    }
    if (person !== undefined) earlier?.add(person);
    const names = [
      ...(person?.externalId === undefined ? [] : [`x${person.externalId}`]),
      ...(person?.individualId === undefined ? [] : [`i${person.individualId}`]),
    ];
    (names.some((name) => seen.has(name)) ? later : now).push(at);
    for (const name of names) seen.add(name);
  }
  return { now, later };
}

/** More people than this are planned in one turn of the event loop and packed in the next. */
const PACKED_IN_THE_SAME_TURN = 50;

interface Wave extends HeldWrite {
  readonly people: readonly PersonInput[];
  /** Indexes in `people` of which no two name the same person. */
  readonly now: readonly number[];
  readonly results: PersonResult[];
}

interface Planned extends Required<Pick<PersonWritten, 'leftOut' | 'hasEqual'>> {
  readonly at: number;
  readonly person: PersonInput;
  readonly write: PersonWrite;
}

/**
 * Writes the records of one wave and fills in their results.
 * @returns the writes, and the indexes of records about the same person as an earlier one of the wave, by another id:
 * they wait for the next wave
 * @throws IdentityUnknown naming all people to decrypt first
 */
async function writeWave(
  deps: WritingDeps,
  tx: Tx,
  ctx: Ctx,
  wave: Wave,
): Promise<{ written: PersonWrite[]; postponed: number[] }> {
  const { sealing, results, identities } = wave;
  const targets = await targetsOf(deps, tx, wave);
  const recognised = await recogniseRecords(deps, tx, wave, targets);
  const { now, postponed } = onePerPerson(wave.now, targets);
  const allowed = allowedRecords(wave, now, recognised);
  const held = await lockPeople(tx, sealing.companyId, [...new Set(targets.values())]);
  const fresh: WaveRecord[] = [];
  const unknown: number[] = [];
  const planned: Planned[] = [];
  const withdrawn: Array<WaveRecord & { readonly holder: LockedPerson }> = [];
  for (const record of allowed) {
    const { at, person } = record;
    const target = targets.get(at);
    const holder = target === undefined ? undefined : held.get(target);
    requireReadVersion(person, holder);
    if (holder === undefined) {
      const isNew = target === undefined || person.adoptedMasterKey !== undefined;
      if (isNew && person.values.size === 0) results[at] = unknownExternalId();
      else if (isNew) fresh.push(record);
      else results[at] = personNotFound();
      continue;
    }
    const consented = { ...wave, sealing: { ...sealing, consent: record.consent } };
    const outcome = await planHeld(deps, tx, consented, person, holder);
    if (outcome.kind === 'result') results[at] = withLeftOut(outcome.result, record.leftOut);
    else if (outcome.kind === 'unknown') unknown.push(holder.individualId);
    else if (outcome.kind === 'withdrawal') withdrawn.push({ ...record, holder });
    else planned.push({ at, person, ...outcome, leftOut: [...record.leftOut, ...outcome.leftOut] });
  }
  if (unknown.length > 0) throw new IdentityUnknown(unknown);
  planned.push(...(await planFresh(deps, tx, wave, fresh)));
  const taken = await writePeopleRows(
    tx,
    planned.map(({ write }) => write),
    [],
  );
  const written: PersonWrite[] = [];
  for (const [n, one] of planned.entries()) {
    const { at, person, write } = one;
    const holder = taken.get(n);
    results[at] = holder === undefined ? resultOf(one, held) : leftOut(holder);
    if (holder !== undefined) continue;
    written.push(write);
    identities.wrote(write, person.values);
    tx.afterCommit(() => cacheRecentWrite(deps.fresh, write, person));
  }
  for (const { at, holder } of withdrawn) {
    const ids = idsOf(wave.people[at], holder.individualId, holder.masterKey, holder);
    results[at] = { ...ids, status: 'unchanged' };
  }
  const identified = new Map(allowed.map(({ at }) => [at, targets.get(at)]));
  await withdrawEverywhere(tx, ctx, { ...wave, now }, recognised, identified);
  markKnown(results, allowed);
  return { written, postponed };
}

/** The holder is locked, so no other writer changes its version. @throws AppError FAILED_PRECONDITION STALE */
function requireReadVersion(
  { ifRowVersion, adoptedMasterKey }: PersonInput,
  holder: LockedPerson | undefined,
): void {
  const isUnknown = holder === undefined && adoptedMasterKey === undefined;
  if (ifRowVersion !== undefined && !isUnknown && holder?.recordVersion !== ifRowVersion) throw stale();
}

/**
 * Withdraws what a record refuses, in the record that was written and in every other record of the person. Of a new
 * person, too: later consents without a stated date do not count for it.
 * `identified`: the targets of records that no other record of the person refuses.
 */
async function withdrawEverywhere(
  tx: Tx,
  ctx: Ctx,
  wave: Wave,
  recognised: ReadonlyMap<number, Recognised>,
  identified: ReadonlyMap<number, number | undefined>,
): Promise<void> {
  for (const at of wave.now) {
    const [person, result] = [wave.people[at], wave.results[at]];
    if (person === undefined || !withdraws(person) || result === undefined) continue;
    // Another refusal says that it is unknown who the record is about.
    if (result.status === 'rejected' && !isWithdrawn(result)) continue;
    const own = result.status === 'rejected' ? identified.get(at) : result.individualId;
    let isChanged = false;
    const sames = recognised.get(at)?.sames ?? [];
    for (const individualId of new Set(own === undefined ? sames : [own, ...sames]))
      isChanged = (await withdrawFor(tx, ctx, wave, { individualId }, person)) || isChanged;
    if (isChanged && result.status === 'unchanged') wave.results[at] = { ...result, status: 'updated' };
  }
}

const isWithdrawn = (result: PersonResult): boolean =>
  result.status === 'rejected' && result.reason === CONSENT_WITHDRAWN.reason;

function markKnown(results: PersonResult[], records: readonly WaveRecord[]): void {
  for (const { at, known } of records) {
    const result = results[at];
    if (known.length > 0 && result !== undefined && result.status !== 'rejected')
      results[at] = { ...result, isKnown: true };
  }
}

async function withdrawFor(
  tx: Tx,
  ctx: Ctx,
  { sealing: { companyId, consent, at }, options }: Wave,
  { individualId }: { readonly individualId: number },
  { withdrawn = purposesOf(consent) }: PersonInput,
): Promise<boolean> {
  const by = options.writtenBy ?? writtenBy(ctx.caller);
  return await withdrawAll(tx, ctx, { companyId, individualId }, withdrawn, { at, by });
}

/** A record of a wave under the consent that its person does not refuse. */
interface WaveRecord extends Omit<Extract<Allowed, { kind: 'allowed' }>, 'kind'> {
  readonly at: number;
  /** As in Recognised. */
  readonly known: readonly number[];
}

/**
 * What is known of the people of the wave's records (recognise), and the known person as the target of a record that
 * links, updates or withdraws. A call that names the person by individualId is a decision about that person and is not
 * compared with others.
 */
async function recogniseRecords(
  deps: WritingDeps,
  tx: Tx,
  wave: Wave,
  targets: Map<number, number>,
): Promise<ReadonlyMap<number, Recognised>> {
  const { people, results, options } = wave;
  const unnamed = wave.now.flatMap((at) => {
    const person = people[at];
    if (person === undefined || results[at] !== undefined || person.individualId !== undefined) return [];
    return [{ at, person, target: targets.get(at) }];
  });
  const outcomes = await recognise(deps, tx, wave, unnamed);
  for (const [n, { at, person }] of unnamed.entries()) {
    const [best] = outcomes[n]?.known ?? [];
    const isTarget = person.consent === 'withdrawn' || options.onKnown !== 'create';
    if (best !== undefined && isTarget) targets.set(at, best);
  }
  return new Map(unnamed.flatMap(({ at }, n) => (outcomes[n] ? [[at, outcomes[n]] as const] : [])));
}

/** The records without a result yet, after withdrawals and erasures of their people. */
function allowedRecords(
  { people, results, sealing }: Wave,
  now: readonly number[],
  recognised: ReadonlyMap<number, Recognised>,
): WaveRecord[] {
  return now.flatMap((at) => {
    const person = people[at];
    if (person === undefined || results[at] !== undefined) return [];
    const { allowed, known = [] } = recognised.get(at) ?? {};
    const record = { at, person, consent: consentFor(sealing.consent, person), leftOut: [], known };
    if (allowed?.kind === 'refused') results[at] = allowed.result;
    return allowed?.kind === 'refused' ? [] : [{ ...record, ...allowed }];
  });
}

const withLeftOut = (result: PersonResult, leftOut: readonly FieldType[]): PersonResult =>
  result.status === 'rejected' || leftOut.length === 0
    ? result
    : { ...result, leftOut: [...leftOut, ...(result.leftOut ?? [])] };

/** A record names its person by individualId or by external id, so only the targets show which are the same. */
function onePerPerson(
  wave: readonly number[],
  targets: ReadonlyMap<number, number>,
): { now: number[]; postponed: number[] } {
  const seen = new Set<number>();
  const [now, postponed]: [number[], number[]] = [[], []];
  for (const at of wave) {
    const target = targets.get(at);
    (target !== undefined && seen.has(target) ? postponed : now).push(at);
    if (target !== undefined) seen.add(target);
  }
  return { now, postponed };
}

/** The person of the company for each record: the one it names, or the holder of its external id. */
async function targetsOf(deps: WritingDeps, tx: Tx, wave: Wave): Promise<Map<number, number>> {
  const { sealing, people, now, results } = wave;
  const externalIds = now.flatMap((at) => people[at]?.externalId ?? []);
  const keys = await deps.keys.indexKeys(sealing.companyId);
  const holders = await findHolders(tx, keys, sealing.companyId, 'external_id', externalIds);
  const targets = new Map<number, number>();
  for (const at of now) {
    const person = people[at];
    if (person === undefined) continue;
    const [holder] = person.externalId === undefined ? [] : (holders.get(person.externalId) ?? []);
    const isElsewhere = person.individualId !== undefined && person.individualId !== holder;
    if (holder !== undefined && isElsewhere) results[at] = externalIdTaken();
    const target = person.individualId ?? holder;
    if (target !== undefined) targets.set(at, target);
  }
  return targets;
}

async function planFresh(
  deps: WritingDeps,
  tx: Tx,
  wave: Wave,
  fresh: readonly WaveRecord[],
): Promise<Planned[]> {
  const people = fresh.map(({ person }) => person);
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
    const [record, own, seals] = [fresh[n], drawn[n], sealed[n]];
    if (record === undefined || own === undefined || seals === undefined)
      throw new RangeError('Not everybody has been sealed');
    return {
      at: record.at,
      person,
      write: planNewPerson({ ...wave.sealing, consent: record.consent }, person, seals, own),
      leftOut: record.leftOut,
      hasEqual: false,
    };
  });
  // Packing this many for PostgreSQL needs its own turn of the event loop.
  if (people.length > PACKED_IN_THE_SAME_TURN) await yieldToEventLoop();
  return planned;
}

function resultOf(
  { person, write, leftOut, hasEqual }: Planned,
  held: ReadonlyMap<number, LockedPerson>,
): PersonResult {
  const before = held.get(write.individualId);
  const ids = idsOf(person, write.individualId, write.masterKey, before, write);
  return { ...ids, status: write.isNew ? 'created' : 'updated', leftOut, hasEqual };
}
