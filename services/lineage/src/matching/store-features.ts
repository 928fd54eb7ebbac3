import type { Tx } from '@pii-vault/platform/db/database';
import { forgetDecisions } from '../decisions/decisions-store.ts';
import type { OpenedKey } from '../keys/opened-keys.ts';
import type { StoreKeys } from '../keys/store-keys.ts';
import { intraScope, type Scope } from '../scopes/scope.ts';
import { type Space, spaceKey } from '../spaces/space.ts';
import { ensureSpaces, spacesById } from '../spaces/spaces-store.ts';
import { memberCipher } from './bucket-members.ts';
import { addTokens, type RecordToken, removeTokens } from './buckets-store.ts';
import type { Features } from './features.ts';
import { openRecords } from './open-records.ts';
import { packRecord, tokensOf } from './packed-record.ts';
import {
  deleteRecords,
  type NewRecord,
  type StoredRecord,
  type UpsertedRecord,
  upsertRecords,
} from './records-store.ts';
import { recordAad, sealRecord } from './sealed-record.ts';
import { takingTurns } from './turns.ts';

/** A person in a scope whose features were written or deleted: their edges are to be looked at. */
export interface Touched {
  readonly scope: Scope;
  readonly companyId: number;
  readonly individualId: number;
  /** They may not be matched there any more. */
  readonly isGone: boolean;
}

/**
 * Replaces what is held of a company's people, unless something newer is held already. The first of two transactions:
 * of two racing records at least one sees the other in the second (match-records.ts). Writing it again changes nothing.
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
  const spaces = await ensureSpaces(tx, present, active.version);
  await dropPeople(tx, keys, companyId, gone);
  const sealed = await sealPeople(active, companyId, present, spaces);
  const upserted = await upsertRecords(tx, active, sealed);
  const newPacked = new Map(sealed.map((one) => [`${one.spaceId}/${one.individualId}`, one.packed]));
  for (const space of new Set(spaces.values())) {
    const own = upserted.filter(({ spaceId }) => spaceId === space.id);
    await replaceTokens(tx, keys, space, own, newPacked);
  }
  return people.map(({ scope, individualId, isGone }) => ({ scope, companyId, individualId, isGone }));
}

interface SealedPerson extends NewRecord {
  readonly packed: Buffer;
}

async function sealPeople(
  key: OpenedKey,
  companyId: number,
  people: readonly Features[],
  spaces: ReadonlyMap<string, Space>,
): Promise<SealedPerson[]> {
  const sealed: SealedPerson[] = [];
  const turn = takingTurns();
  for (const person of people) {
    const space = spaces.get(spaceKey(person));
    if (space === undefined) continue;
    const packed = packRecord(person.record);
    const place = { companyId, individualId: person.individualId, version: person.version };
    const aad = recordAad(space.scope)(place);
    sealed.push({ ...place, spaceId: space.id, packed, sealed: sealRecord(key, aad, packed) });
    await turn();
  }
  return sealed;
}

async function replaceTokens(
  tx: Tx,
  keys: StoreKeys,
  space: Space,
  upserted: readonly UpsertedRecord[],
  newPacked: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const cipher = memberCipher((await keys.version(space.memberKeyVersion)).key);
  const before = new Map(
    (await openRecords(keys, () => space.scope, upserted.flatMap(oldRecord))).map((old) => [
      old.recordId,
      old.packed,
    ]),
  );
  const added: RecordToken[] = [];
  const removed: RecordToken[] = [];
  for (const { recordId, individualId } of upserted) {
    const had = distinctTokens(before.get(recordId));
    const has = distinctTokens(newPacked.get(`${space.id}/${individualId}`));
    for (const token of has) if (!had.has(token)) added.push({ token, recordId });
    for (const token of had) if (!has.has(token)) removed.push({ token, recordId });
  }
  await removeTokens(tx, cipher, space.id, removed);
  await addTokens(tx, cipher, added);
}

function oldRecord(record: UpsertedRecord): StoredRecord[] {
  const { oldVersion, oldSealed, oldStoreKeyVersion } = record;
  if (oldVersion === null || oldSealed === null || oldStoreKeyVersion === null) return [];
  return [{ ...record, version: oldVersion, sealed: oldSealed, storeKeyVersion: oldStoreKeyVersion }];
}

/** A person who is gone from the company's own scope is gone for good: what was decided about them goes, too. */
async function dropPeople(
  tx: Tx,
  keys: StoreKeys,
  companyId: number,
  gone: ReadonlyArray<Pick<Features, 'scope' | 'individualId'>>,
): Promise<void> {
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
  }
  const own = gone.filter(({ scope }) => scope === intraScope(companyId));
  await forgetDecisions(
    tx,
    companyId,
    own.map(({ individualId }) => individualId),
  );
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
