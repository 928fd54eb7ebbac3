import type { KeyObject } from 'node:crypto';
import { aborted } from '@pii-vault/platform/core/errors/app-error';
import type { CopiedRow } from '@pii-vault/platform/postgres/copy-out';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { FeatureColumns } from '../../scoring/feature-columns.ts';
import type { StoreKeys } from '../../spaces/keys/store-keys.ts';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import { agreementOf, companyOf } from '../../spaces/scopes/scope.ts';
import type { Space } from '../../spaces/space.ts';
import type { BulkPool } from './bulk-pool.ts';
import type { SealedBlock } from './bulk-tasks.ts';
import type { JoinedRows } from './join-in-threads.ts';
import { sharedColumns } from './shared-columns.ts';

/** All records of a space, in order of company and individual. */
export interface SpaceRows extends JoinedRows {
  refOf(row: number): RecordRef;
  /** Undefined when the space has no such record. */
  rowOf(ref: RecordRef): number | undefined;
}

/** Records that a thread decrypts per task. */
const BLOCK_ROWS = 4_096;
/** Transaction timeout: a pass over millions of records takes longer than the default. */
const PASS_TIMEOUT = '30min';

/**
 * Reads a space by COPY while threads decrypt the rows received so far. Keeps only ids and features, in flat arrays.
 * @throws AppError ABORTED when far more records arrive meanwhile than were counted; DATA_LOSS for a damaged record
 */
export async function readSpace(tx: Tx, pool: BulkPool, keys: StoreKeys, space: Space): Promise<SpaceRows> {
  await tx.query(
    `SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true),
       set_config('enable_sort', 'off', true)`,
    [PASS_TIMEOUT],
  );
  const companyIds = await companiesOf(tx, space);
  const columns = sharedColumns(await capacityFor(tx, space));
  const individualIds: number[] = [];
  const starts: number[] = [];
  for (const companyId of companyIds) {
    starts.push(individualIds.length);
    await readCompany(tx, space, companyId, blockOpener(pool, keys, columns, individualIds));
  }
  const count = individualIds.length;
  return {
    columns: { ...columns, count },
    companies: companyIds.length < 2 ? null : placesOf(starts, count),
    ...rowsByRef(companyIds, starts, individualIds),
  };
}

async function companiesOf(tx: Tx, { scope }: Space): Promise<number[]> {
  const companyId = companyOf(scope);
  if (companyId !== null) return [companyId];
  const rows = await tx.query<{ id: number }>(
    'SELECT company_id AS id FROM agreement_scopes WHERE agreement_id = $1 ORDER BY 1',
    [agreementOf(scope)],
  );
  return rows.map(({ id }) => id);
}

/** Features are written without the lock of the scope, so more rows may arrive during the read. */
async function capacityFor(tx: Tx, { id }: Space): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM match_records WHERE space_id = $1',
    [id],
  );
  const count = row?.count ?? 0;
  return count + Math.ceil(count / 8) + 10_000;
}

/** Accepts records as they arrive; `done` waits until the last of them is decrypted. */
interface BlockOpener {
  add(companyId: number, row: CopiedRow): void;
  done(): Promise<void>;
}

async function readCompany(tx: Tx, space: Space, companyId: number, opener: (space: Space) => BlockOpener) {
  const { add, done } = opener(space);
  // Both are integers, so they need no quoting.
  await tx.copyOut(
    `COPY (SELECT individual_id, version, store_key_version, sealed FROM match_records
       WHERE company_id = ${Number(companyId)} AND space_id = ${Number(space.id)} ORDER BY individual_id)
     TO STDOUT (FORMAT binary)`,
    (row) => add(companyId, row),
  );
  await done();
}

const blockOpener =
  (pool: BulkPool, keys: StoreKeys, columns: FeatureColumns, individualIds: number[]) =>
  (space: Space): BlockOpener => {
    const opening: Promise<void>[] = [];
    /** Decrypted blocks, whose memory is reused. */
    const spare: EmptyBlock[] = [];
    let block: SealedBlock | undefined;
    let rows = 0;
    const flush = () => {
      if (block === undefined) return;
      const used = block;
      const opened = openBlock(pool, keys, columns, filled(used, rows)).then(() => void spare.push(used));
      // done() awaits it; until then this avoids an unhandled rejection.
      opened.catch(() => undefined);
      opening.push(opened);
      block = undefined;
      rows = 0;
    };
    return {
      add(companyId, row) {
        const sealed = row.bytes(3);
        block ??= {
          ...(spare.pop() ?? emptyBlock(sealed.length)),
          scope: space.scope,
          companyId,
          firstRow: individualIds.length,
        };
        if (individualIds.length === columns.count) throw tooManyNew();
        block.sealed.set(sealed, rows * sealed.length);
        block.individualIds[rows] = row.integer(0);
        block.versions[rows] = row.integer(1);
        block.keyVersions[rows] = row.integer(2);
        individualIds.push(block.individualIds[rows] ?? 0);
        rows += 1;
        if (rows === BLOCK_ROWS) flush();
      },
      async done() {
        flush();
        await Promise.all(opening);
      },
    };
  };

type EmptyBlock = Omit<SealedBlock, 'scope' | 'companyId' | 'firstRow'>;

const emptyBlock = (bytesEach: number): EmptyBlock => ({
  individualIds: new Float64Array(BLOCK_ROWS),
  versions: new Float64Array(BLOCK_ROWS),
  keyVersions: new Float64Array(BLOCK_ROWS),
  sealed: new Uint8Array(new SharedArrayBuffer(BLOCK_ROWS * bytesEach)),
});

/** The used part of the block. */
const filled = (block: SealedBlock, rows: number): SealedBlock => ({
  ...block,
  individualIds: block.individualIds.slice(0, rows),
  versions: block.versions.slice(0, rows),
  keyVersions: block.keyVersions.slice(0, rows),
  sealed: block.sealed.subarray(0, (block.sealed.length / BLOCK_ROWS) * rows),
});

async function openBlock(pool: BulkPool, keys: StoreKeys, columns: FeatureColumns, block: SealedBlock) {
  const opened = new Map<number, KeyObject>();
  for (const version of new Set(block.keyVersions)) opened.set(version, (await keys.version(version)).object);
  await pool.run('open', { block, columns, keys: opened });
}

function placesOf(starts: readonly number[], count: number): Uint8Array {
  const places = new Uint8Array(new SharedArrayBuffer(count));
  for (const [place, start] of starts.entries()) places.fill(place, start, starts[place + 1] ?? count);
  return places;
}

function rowsByRef(
  companyIds: readonly number[],
  starts: readonly number[],
  individualIds: readonly number[],
): Pick<SpaceRows, 'refOf' | 'rowOf'> {
  return {
    refOf(row) {
      const place = starts.findLastIndex((start) => start <= row);
      return { companyId: companyIds[place] ?? 0, individualId: individualIds[row] ?? 0 };
    },
    rowOf({ companyId, individualId }) {
      const place = companyIds.indexOf(companyId);
      if (place < 0) return undefined;
      let low = starts[place] ?? 0;
      let high = (starts[place + 1] ?? individualIds.length) - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((individualIds[middle] ?? 0) < individualId) low = middle + 1;
        else high = middle;
      }
      return low <= high && individualIds[low] === individualId ? low : undefined;
    },
  };
}

const tooManyNew = () => aborted('SPACE_GROWS', 'Records came faster than they could be matched; try again');
