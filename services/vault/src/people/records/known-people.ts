import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { createCommitter } from '@pii-vault/platform/postgres/committer';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type ConsentDetails, purposesOf } from '../../consents/consent.ts';
import { purposesAcceptedByAll } from '../../consents/coverage.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { IdentityUnknown } from './identities.ts';
import { compareByMac, type EqualValues, hidesDate } from './identity.ts';
import {
  type ErasedPerson,
  findKnownHolders,
  type Holder,
  hasRefusals,
  IDENTIFIERS,
  identifierHandles,
  type KnownQuery,
  pairOf,
  readErasedPeople,
  readReturned,
} from './known-store.ts';
import { type LockedPerson, readPeople } from './locked-person.ts';
import {
  consentFor,
  consentWithdrawn,
  erasedByIdentifier,
  type PersonInput,
  type PersonRejected,
  type WriteOptions,
} from './person.ts';
import type { HeldWrite } from './plan-held.ts';
import { isErasedPerson, isSamePerson, mayJoin } from './same-person.ts';

/** What the company knows of the person of a record without an id, or with another one. */
export interface Recognised {
  /** Absent: neither a withdrawal nor an erasure applies. */
  readonly allowed?: Allowed;
  /** Records that are about the person, the best one first; only if the write looks them up (onKnown). */
  readonly known: readonly number[];
  /** Every record of a person who withdraws a purpose, whether or not the withdrawing record has an id. */
  readonly sames?: readonly number[];
}

export type Allowed =
  | { readonly kind: 'refused'; readonly result: PersonRejected }
  | {
      readonly kind: 'allowed';
      /** Without the values of `leftOut`. */
      readonly person: PersonInput;
      /** Without the purposes that the person withdrew. */
      readonly consent: ConsentDetails;
      readonly leftOut: readonly FieldType[];
    };

export interface KnownRecord {
  readonly person: PersonInput;
  /** The person of the company that the record changes; undefined when it would create one. */
  readonly target: number | undefined;
}

interface Found extends KnownRecord {
  /** All people who may be the same are wanted, and not only whether there is one. */
  readonly isComplete: boolean;
  readonly living: readonly Holder[];
  readonly erased: readonly Holder[];
}

/**
 * Applies withdrawals and erasures to records that do not name their person: those of every person of the company that
 * shares an Aadhaar, PAN, phone or e-mail with the record and is the same (same-person.ts). A set-based look-up, and a
 * second one for records that share a value with somebody who withdrew or was erased, or with anybody if known people
 * are wanted.
 * @throws IdentityUnknown naming all people to decrypt first
 */
export async function recognise(
  deps: { readonly keys: CompanyKeys },
  tx: Tx,
  write: HeldWrite,
  records: readonly KnownRecord[],
): Promise<Recognised[]> {
  const { companyId } = write.sealing;
  const keys = await deps.keys.indexKeys(companyId);
  // Handles are much of the work on a record, so none are computed where nothing can be found.
  const mayRefuse = await hasRefusals(tx, companyId);
  const queries = records.map((record) => ({
    companyId,
    handles:
      mayRefuse || withdraws(record.person) || looksUpKnown(write.options, record)
        ? identifierHandles(keys, record.person.values)
        : [],
  }));
  const holders = await findKnownHolders((statement) => tx.query(statement), queries);
  const found = records.map((record, n) => foundBy(write, record, holders[n] ?? []));
  const [living, erased] = [new Set<number>(), new Set<number>()];
  for (const one of found) {
    for (const { individualId } of one?.living ?? []) living.add(individualId);
    for (const { individualId } of one?.erased ?? []) erased.add(individualId);
    if (one?.target !== undefined) living.add(one.target);
  }
  if (living.size + erased.size === 0) return records.map(() => UNKNOWN);
  const people = await readPeople(tx, companyId, [...living]);
  const erasedPeople = await readErasedPeople(tx, companyId, [...erased]);
  const targets = found.flatMap((one) =>
    one !== undefined && one.erased.length > 0 ? (one.target ?? []) : [],
  );
  const returned = await readReturned(tx, companyId, targets, [...erased]);
  const same = createSamePeople(deps, write, people);
  const outcomes: Recognised[] = [];
  for (const one of found) {
    if (one === undefined) {
      outcomes.push(UNKNOWN);
      continue;
    }
    const { sames, joinable } = await same.of(one);
    const isLookedUp = looksUpKnown(write.options, one);
    const joined = one.person.consent === 'withdrawn' ? sames : joinable;
    const known = isLookedUp ? joined.map(({ individualId }) => individualId) : [];
    const isHeld = known.length > 0 && write.options.onKnown !== 'create';
    const hit = one.erased.find((holder) => {
      const person = erasedPeople.get(holder.individualId);
      if (person === undefined || isHeld || hasReturned(person, sames)) return false;
      const own = one.target === undefined ? undefined : people.get(one.target);
      if (own === undefined)
        return one.target === undefined && isErasedPerson(keys, person, holder, one.person.values);
      // Who is erased must not return in two records with one new id: the name first, then the phone.
      if (own.createdAt <= person.erasedAt || returned.has(pairOf(own, person))) return false;
      return isErasedPerson(keys, person, holder, same.valuesAfter(own, one.person));
    });
    const allowed = hit === undefined ? allowedBy(write, one, sames, people) : refusedAs(hit);
    const withdrawing = withdraws(one.person) ? { sames: sames.map(({ individualId }) => individualId) } : {};
    outcomes.push({ known, ...withdrawing, ...(allowed === undefined ? {} : { allowed }) });
  }
  same.throwUnknown();
  return outcomes;
}

const UNKNOWN: Recognised = { known: [] };

/** A withdrawal applies to every record of the person. */
const looksUpKnown = ({ onKnown }: WriteOptions, { target, person }: KnownRecord): boolean =>
  target === undefined && person.externalId === undefined && (onKnown !== undefined || withdraws(person));

/** Whether a record withdraws a purpose. */
export const withdraws = ({ consent, withdrawn }: PersonInput): boolean =>
  consent === 'withdrawn' || withdrawn !== undefined;

/** Whether somebody withdrew or was erased who shares a value with a record: recognise decides about it. */
export type MayBeRefused = (companyId: number, person: PersonInput) => Promise<boolean>;

/** Concurrent calls share a look-up, which reads no value. */
export function createMayBeRefused({
  db,
  keys,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly keys: CompanyKeys;
}): MayBeRefused {
  const lookup = createCommitter<KnownQuery, readonly Holder[]>({
    commit: (queries) => findKnownHolders((statement) => db.read(statement), queries),
  });
  return async (companyId, { values }) => {
    const handles = identifierHandles(await keys.indexKeys(companyId), values);
    if (handles.length === 0) return false;
    const holders = await lookup.submit({ companyId, handles });
    return holders.some(({ isErased, hasWithdrawn }) => isErased || hasWithdrawn);
  };
}

/** Undefined when no person who shares a value with the record withdrew or was erased. */
function foundBy({ options }: HeldWrite, record: KnownRecord, holders: readonly Holder[]): Found | undefined {
  const { target } = record;
  const others = holders.filter(({ individualId, isErased }) => isErased || individualId !== target);
  const adds = target === undefined || options.onExisting === 'update';
  const mayBeErased = adds && options.afterErasure !== 'create';
  const erased = mayBeErased ? others.filter(({ isErased }) => isErased) : [];
  const living = others.filter(({ isErased }) => !isErased);
  // A record that gives no consent undoes no withdrawal.
  const isRefused = record.person.consent === undefined && living.some(({ hasWithdrawn }) => hasWithdrawn);
  const isLookedUp = living.length > 0 && looksUpKnown(options, record);
  const isComplete = (target === undefined && erased.length > 0) || isRefused || withdraws(record.person);
  return isComplete || isLookedUp || erased.length > 0
    ? { ...record, living, erased, isComplete }
    : undefined;
}

/** A living record that was created after the erasure is a new relationship. */
const hasReturned = ({ erasedAt }: ErasedPerson, sames: readonly LockedPerson[]): boolean =>
  sames.some(({ createdAt }) => createdAt > erasedAt);

function refusedAs({ shared }: Holder): Allowed {
  const type = IDENTIFIERS.find((one) => shared.has(one)) ?? 'phone';
  return { kind: 'refused', result: erasedByIdentifier(type) };
}

/** The people of the company that records are about; collects those who must be decrypted. */
function createSamePeople(
  { keys }: { readonly keys: CompanyKeys },
  { sealing, identities }: HeldWrite,
  people: ReadonlyMap<number, LockedPerson>,
) {
  const unknown = new Set<number>();
  const { companyId, at } = sealing;
  const equalOf = async (held: LockedPerson, person: PersonInput): Promise<EqualValues> => {
    if (held.dataKey === undefined) return {};
    const { individualId, dataKey } = held;
    const key = await keys.dataKey({ companyId, individualId, version: dataKey.version }, dataKey);
    return compareByMac(held, key, person, at);
  };
  return {
    /** Same names as they are stored first, then the oldest; `joinable`: those whose record may change (mayJoin). */
    async of({
      person,
      living,
      isComplete,
    }: Found): Promise<{ sames: LockedPerson[]; joinable: LockedPerson[] }> {
      const sames: { readonly held: LockedPerson; readonly isExact: boolean; readonly joins: boolean }[] = [];
      const undecided: number[] = [];
      for (const { individualId, shared, hasWithdrawn } of living) {
        const held = people.get(individualId);
        if (held === undefined) continue;
        const equal: { -readonly [type in keyof EqualValues]: EqualValues[type] } = await equalOf(
          held,
          person,
        );
        // The index form of a value may be equal where the value is written in another way.
        for (const type of shared) equal[type] = true;
        const identity = identities.of(held);
        const isHidden = hidesDate(held, at);
        const isSame = isSamePerson(equal, person.values, identity, hasWithdrawn || isHidden);
        const joins = isSame === true ? mayJoin(equal, person.values, identity, isHidden) : isSame;
        if (joins === 'unknown') undecided.push(individualId);
        if (isSame === true) sames.push({ held, isExact: equal.name === true, joins: joins === true });
      }
      if (isComplete || !sames.some(({ joins }) => joins)) for (const id of undecided) unknown.add(id);
      sames.sort(
        (a, b) => Number(b.isExact) - Number(a.isExact) || a.held.individualId - b.held.individualId,
      );
      return {
        sames: sames.map(({ held }) => held),
        joinable: sames.flatMap(({ held, joins }) => (joins ? [held] : [])),
      };
    },
    /** The record's values, with the name that the person has already. */
    valuesAfter(held: LockedPerson, { values }: PersonInput): PersonInput['values'] {
      if (values.has('name') || !held.fields.has('name')) return values;
      const identity = identities.of(held);
      if (identity === undefined) unknown.add(held.individualId);
      return identity?.name === undefined ? values : new Map([...values, ['name', identity.name]]);
    },
    throwUnknown() {
      if (unknown.size > 0) throw new IdentityUnknown([...unknown]);
    },
  };
}

function allowedBy(
  { sealing, options }: HeldWrite,
  { person, target }: Found,
  sames: readonly LockedPerson[],
  people: ReadonlyMap<number, LockedPerson>,
): Allowed | undefined {
  const own = target === undefined ? undefined : people.get(target);
  const others = sames.map(({ consents }) => consents);
  if (others.length === 0 || person.consent !== undefined) return undefined;
  const consent = consentFor(sealing.consent, person);
  // The record's own history applies when its changes are planned (changeOf).
  const given = own === undefined ? [] : own.consents.filter(({ kind }) => kind === 'given');
  const accepted = new Map(
    [...person.values.keys()].map((type) => [type, purposesAcceptedByAll([...others, given], type, consent)]),
  );
  const leftOut = [...accepted].flatMap(([type, purposes]) => (purposes.length === 0 ? [type] : []));
  const kept = [...accepted].filter(([, purposes]) => purposes.length > 0);
  const [purpose, ...alsoFor] = purposesOf(consent).filter((one) =>
    kept.every(([, purposes]) => purposes.includes(one)),
  );
  const [first] = leftOut;
  if (kept.length === 0 || purpose === undefined)
    return { kind: 'refused', result: consentWithdrawn('fields') };
  if (first !== undefined && options.onExisting === 'reject')
    return { kind: 'refused', result: consentWithdrawn(first) };
  if (leftOut.length === 0 && alsoFor.length + 1 === purposesOf(consent).length) return undefined;
  const values = new Map([...person.values].filter(([type]) => !leftOut.includes(type)));
  return {
    kind: 'allowed',
    person: { ...person, values },
    consent: { ...consent, purpose, alsoFor },
    leftOut,
  };
}
