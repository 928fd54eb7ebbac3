import type { Tx } from '@pii-vault/platform/postgres/database';
import { forgetDecisions } from '../links/decisions/decisions-store.ts';
import { changedFields, type FieldMask } from '../scoring/changed-fields.ts';
import { tokensOf } from '../scoring/packed-record.ts';
import type { OpenedKey } from '../spaces/keys/opened-keys.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import { intraScope, type Scope } from '../spaces/scopes/scope.ts';
import { type Space, spaceKey } from '../spaces/space.ts';
import { ensureSpaces, spacesById } from '../spaces/spaces-store.ts';
import { memberCipher } from './bucket-members.ts';
import { type BucketColumns, blocksOfRecords, bucketColumns, type RecordToken } from './bucket-rows.ts';
import { addTokens, removeTokens } from './buckets-store.ts';
import type { Features } from './features.ts';
import { openRecords } from './open-records.ts';
import {
  deleteRecords,
  type NewRecord,
  type StoredRecord,
  type UpsertedRecord,
  upsertRecords,
} from './records-store.ts';
import { recordAad, sealRecord } from './sealed-record.ts';
import { yieldBetweenSlices } from './time-slices.ts';
import { type CountedRecord, countValues } from './value-counts-store.ts';

/** A person in a scope whose features were written or deleted, so their edges must be matched. */
export interface Touched {
  readonly scope: Scope;
  readonly companyId: number;
  readonly individualId: number;
  /** The person may no longer be matched there. */
  readonly isGone: boolean;
  /** The write, and its space; null when nothing was written. */
  readonly written: WrittenRecord | null;
}

export interface WrittenRecord {
  readonly recordId: number;
  readonly spaceId: number;
  /** The space did not have the record before. */
  readonly isNew: boolean;
  /** Changed fields among the compared ones; none for a new record. */
  readonly changed: FieldMask;
}

/**
 * Replaces the stored features of a company's people, except newer ones. This is the first of two transactions: in the
 * second, at least one of two concurrent records sees the other (match-records.ts). Idempotent.
 */
export async function storeFeatures(
  tx: Tx,
  keys: StoreKeys,
  companyId: number,
  people: readonly Features[],
): Promise<Touched[]> {
  const gone = people.filter((person) => person.isGone);
  const present = people.filter((person) => !person.isGone);
  const active = await keys.active();
  const { spaces, recordIds } = await ensureSpaces(tx, present, active.version, present.length);
  const dropped = await dropPeople(tx, keys, companyId, gone);
  const sealed = await sealPeople(active, companyId, present, spaces, recordIds);
  const upserted = await upsertRecords(tx, active, sealed, await tokensOfNew(keys, spaces, sealed));
  const replaced = await replaceTokens(tx, keys, spaces, upserted, sealed);
  const written = writtenRecords(upserted, sealed, replaced);
  const came = sealed.filter((one) => written.has(nameOf(one)));
  await countValues(tx, [...[...dropped, ...replaced].map(leaving), ...came.map(coming)]);
  // Cached after the former features: the following match finds these decrypted.
  for (const one of sealed) {
    const recordId = written.get(nameOf(one))?.recordId;
    if (recordId !== undefined) keys.rows.keep(recordId, one.sealed, one.packed);
  }
  return people.map((person) => {
    const { scope, individualId, isGone } = person;
    const spaceId = spaces.get(spaceKey(person))?.id;
    const record = isGone ? undefined : written.get(nameOf({ spaceId, individualId }));
    return { scope, companyId, individualId, isGone, written: record ?? null };
  });
}

/** The writes, by nameOf. @param replaced former content of records that existed */
function writtenRecords(
  upserted: readonly UpsertedRecord[],
  sealed: readonly SealedPerson[],
  replaced: readonly FormerRecord[],
): Map<string, WrittenRecord> {
  const former = new Map(replaced.map(({ recordId, packed }) => [recordId, packed]));
  const packedOf = new Map(sealed.map((one) => [nameOf(one), one.packed]));
  return new Map(
    upserted.map((one) => {
      const { recordId, spaceId, oldVersion } = one;
      const [before, after] = [former.get(recordId), packedOf.get(nameOf(one))];
      const changed = before === undefined || after === undefined ? 0 : changedFields(before, after);
      return [nameOf(one), { recordId, spaceId, isNew: oldVersion === null, changed }];
    }),
  );
}

type CountedPacked = Pick<CountedRecord, 'spaceId' | 'packed'>;
type FormerRecord = CountedPacked & { readonly recordId: number };
const leaving = ({ spaceId, packed }: CountedPacked): CountedRecord => ({ spaceId, packed, by: -1 });
const coming = ({ spaceId, packed }: CountedPacked): CountedRecord => ({ spaceId, packed, by: 1 });

const nameOf = ({ spaceId, individualId }: { spaceId: number | undefined; individualId: number }): string =>
  `${spaceId}/${individualId}`;

interface SealedPerson extends NewRecord {
  readonly packed: Buffer;
}

async function sealPeople(
  key: OpenedKey,
  companyId: number,
  people: readonly Features[],
  spaces: ReadonlyMap<string, Space>,
  recordIds: readonly number[],
): Promise<SealedPerson[]> {
  const sealed: SealedPerson[] = [];
  const turn = yieldBetweenSlices();
  for (const person of people) {
    const space = spaces.get(spaceKey(person));
    if (space === undefined) continue;
    const { packed } = person;
    const place = { companyId, individualId: person.individualId, version: person.version };
    const aad = recordAad(space.scope)(place);
    const recordId = recordIds[sealed.length];
    if (recordId === undefined) throw new RangeError('There are fewer ids than records');
    sealed.push({ ...place, spaceId: space.id, recordId, packed, sealed: sealRecord(key, aad, packed) });
    await turn();
  }
  return sealed;
}

/** The bucket rows of the records, used if they are new. */
async function tokensOfNew(
  keys: StoreKeys,
  spaces: ReadonlyMap<string, Space>,
  sealed: readonly SealedPerson[],
): Promise<BucketColumns> {
  const bySpace = Map.groupBy(sealed, ({ spaceId }) => spaceId);
  return bucketColumns(
    await Promise.all(
      [...new Set(spaces.values())].map(async ({ id, memberKeyVersion }) => {
        const cipher = memberCipher((await keys.version(memberKeyVersion)).key);
        return [cipher, blocksOfRecords(bySpace.get(id) ?? [])] as const;
      }),
    ),
  );
}

/** Updates the bucket rows of existing records. @returns the former records */
async function replaceTokens(
  tx: Tx,
  keys: StoreKeys,
  spaces: ReadonlyMap<string, Space>,
  upserted: readonly UpsertedRecord[],
  sealed: readonly SealedPerson[],
): Promise<FormerRecord[]> {
  const former: FormerRecord[] = [];
  const replaced = upserted.filter(({ oldVersion }) => oldVersion !== null);
  if (replaced.length === 0) return former;
  const newPacked = new Map(sealed.map((one) => [nameOf(one), one.packed]));
  for (const space of new Set(spaces.values())) {
    const own = replaced.filter(({ spaceId }) => spaceId === space.id);
    if (own.length === 0) continue;
    const cipher = memberCipher((await keys.version(space.memberKeyVersion)).key);
    const old = await openOld(keys, space, own);
    for (const [recordId, packed] of old) former.push({ recordId, spaceId: space.id, packed });
    const added: RecordToken[] = [];
    const removed: RecordToken[] = [];
    for (const one of own) {
      const { recordId } = one;
      const had = distinctTokens(old.get(recordId));
      const has = distinctTokens(newPacked.get(nameOf(one)));
      for (const token of has) if (!had.has(token)) added.push({ token, recordId });
      for (const token of had) if (!has.has(token)) removed.push({ token, recordId });
    }
    await removeTokens(tx, cipher, space.id, removed);
    await addTokens(tx, cipher, added);
  }
  return former;
}

/** The former records, by id. */
async function openOld(keys: StoreKeys, { scope }: Space, records: readonly UpsertedRecord[]) {
  const opened = await openRecords(keys, () => scope, records.flatMap(oldRecord));
  return new Map(opened.map(({ recordId, packed }) => [recordId, packed]));
}

function oldRecord(record: UpsertedRecord): StoredRecord[] {
  const { oldVersion, oldSealed, oldStoreKeyVersion } = record;
  if (oldVersion === null || oldSealed === null || oldStoreKeyVersion === null) return [];
  return [{ ...record, version: oldVersion, sealed: oldSealed, storeKeyVersion: oldStoreKeyVersion }];
}

/**
 * A person who is gone from the company's own scope is erased: deletes the decisions about them, too.
 * @returns the deleted records
 */
async function dropPeople(
  tx: Tx,
  keys: StoreKeys,
  companyId: number,
  gone: ReadonlyArray<Pick<Features, 'scope' | 'individualId'>>,
): Promise<CountedPacked[]> {
  const held: CountedPacked[] = [];
  const deleted = await deleteRecords(tx, companyId, gone);
  const spaces = await spacesById(
    tx,
    deleted.map(({ spaceId }) => spaceId),
  );
  for (const [spaceId, records] of Map.groupBy(deleted, (record) => record.spaceId)) {
    const space = spaces.get(spaceId);
    if (space === undefined) continue;
    const cipher = memberCipher((await keys.version(space.memberKeyVersion)).key);
    const opened = await openRecords(keys, () => space.scope, records);
    await removeTokens(tx, cipher, spaceId, opened.flatMap(rowsOf));
    held.push(...opened);
  }
  const own = gone.filter(({ scope }) => scope === intraScope(companyId));
  await forgetDecisions(
    tx,
    companyId,
    own.map(({ individualId }) => individualId),
  );
  return held;
}

/** The bucket rows of a record. */
export const rowsOf = ({
  recordId,
  packed,
}: {
  readonly recordId: number;
  readonly packed: Buffer;
}): RecordToken[] => [...distinctTokens(packed)].map((token) => ({ token, recordId }));

const distinctTokens = (packed: Buffer | undefined): Set<bigint> => {
  const tokens = new Set(packed === undefined ? [] : tokensOf(packed));
  tokens.delete(0n);
  return tokens;
};
