import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import { byteaArray, int8Array, textArray } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedRow } from '../spaces/keys/opened-rows.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import type { ActiveSpace } from '../spaces/spaces-store.ts';
import type { Models } from './models.ts';
import { type OpenedRecord, openFound } from './open-records.ts';
import { type OpenSpaces, openActive } from './open-spaces.ts';
import type { FoundRecord } from './records-store.ts';
import type { Touched } from './store-features.ts';

export interface BegunMatch {
  readonly spaces: OpenSpaces;
  /** Stored records of the touched people in the active spaces. */
  readonly own: readonly OpenedRecord[];
}

/**
 * Takes the locks of the scopes and loads the data for a batch (begin_match). Later statements see everything that the
 * former holder committed. The commit is asynchronous: after a crash the people are still in the queue. No event of a
 * lost change was sent, because its number is committed synchronously before it is sent
 * (platform/src/messaging/relay.ts), and the WAL is written in order. A reader may have seen the change for a moment
 * (edge-ids.ts).
 */
export async function beginMatch(
  tx: Tx,
  deps: { readonly keys: StoreKeys; readonly models: Models },
  scopes: readonly Scope[],
  touched: readonly Touched[],
): Promise<BegunMatch> {
  const known = new Map<number, OpenedRow>();
  const ivs = touched.map(({ written }) => {
    const row = written === null ? undefined : deps.keys.rows.find(written.recordId);
    if (written !== null && row !== undefined) known.set(written.recordId, row);
    return row?.iv ?? NO_IV;
  });
  const rows = await tx.query<{ space: ActiveSpace } | ({ space: null } & FoundRecord)>({
    name: 'match_begin',
    text: 'SELECT * FROM begin_match($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bytea[])',
    values: [
      scopes,
      textArray(touched.map(({ scope }) => scope)),
      int8Array(touched.map(({ companyId }) => companyId)),
      int8Array(touched.map(({ individualId }) => individualId)),
      byteaArray(Buffer.concat(ivs), IV_BYTES),
    ],
  });
  const spaces = await openActive(
    tx,
    deps,
    rows.flatMap(({ space }) => (space === null ? [] : [space])),
  );
  const found = new Map<number, FoundRecord>();
  for (const row of rows) {
    if (row.space !== null || !spaces.has(row.spaceId)) continue;
    const { space: _, ...record } = row;
    // A person occurs once per encoding: the record with the known IV needs no decryption.
    if (found.get(record.recordId)?.sealed !== null) found.set(record.recordId, record);
  }
  return { spaces, own: await openFound(deps.keys, spaces.scopeOf, [...found.values()], known) };
}

const NO_IV = Buffer.alloc(IV_BYTES);
