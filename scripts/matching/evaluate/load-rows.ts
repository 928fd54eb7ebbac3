import { allocateColumns } from '@pii-vault/lineage/scoring/feature-columns';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { setEncoded } from './encode-rows.ts';
import { type EvaluatedScope, fieldsIn } from './evaluated-scopes.ts';
import type { EvaluatedRow } from './read-rows.ts';
import { insertRecords, type RecordKeys } from './write-records.ts';

export interface LoadDeps {
  readonly db: Pick<Database, 'system'>;
  readonly pool: EncodingPool;
  readonly keys: RecordKeys;
  readonly scopes: readonly EvaluatedScope[];
  /** Accumulates the milliseconds of encoding and writing. */
  readonly spent: { encodeMs: number; persistMs: number };
}

/** A row with its ids; individuals of a company are numbered from 1. */
export interface PlacedRow extends EvaluatedRow {
  readonly companyId: number;
  readonly individualId: number;
}

/** Rows per chunk. Encoding and writing alternate, so that neither affects the other's time. */
const CHUNK_ROWS = 24_576;
const ENCODE_ROWS = 512;
const WRITE_ROWS = 6_144;

/** Loads rows, one company after another. */
export function rowLoader(deps: LoadDeps) {
  let chunk: PlacedRow[] = [];
  const flush = async () => {
    const rows = chunk;
    chunk = [];
    const companyId = rows[0]?.companyId;
    for (const scope of deps.scopes)
      if (companyId !== undefined && scope.companyIds.includes(companyId)) await loadChunk(deps, scope, rows);
  };
  return {
    async add(row: PlacedRow): Promise<void> {
      if (chunk[0] !== undefined && chunk[0].companyId !== row.companyId) await flush();
      chunk.push(row);
      if (chunk.length === CHUNK_ROWS) await flush();
    },
    done: flush,
  };
}

async function loadChunk(deps: LoadDeps, scope: EvaluatedScope, rows: readonly PlacedRow[]): Promise<void> {
  const startedAt = performance.now();
  const columns = await encode(deps.pool, scope, rows);
  const encodedAt = performance.now();
  const parts = Array.from({ length: Math.ceil(rows.length / WRITE_ROWS) }, (_, at) => at * WRITE_ROWS);
  const write = async () => {
    for (let from = parts.shift(); from !== undefined; from = parts.shift()) {
      const part = rows.slice(from, from + WRITE_ROWS);
      const firstRow = from;
      const skipped = await deps.db.system((tx) =>
        insertRecords(tx, deps.keys, {
          space: scope.space,
          companyId: part[0]?.companyId ?? 0,
          columns,
          firstRow,
          individualIds: part.map(({ individualId }) => individualId),
          versions: part.map(() => 1),
        }),
      );
      if (skipped.length > 0) throw new Error('The database has records already');
    }
  };
  // Two in parallel: one is written while the next is encrypted.
  await Promise.all([write(), write()]);
  deps.spent.encodeMs += encodedAt - startedAt;
  deps.spent.persistMs += performance.now() - encodedAt;
}

/** Encodes in portions, so that all threads have work; results are consumed as they finish. */
async function encode(pool: EncodingPool, scope: EvaluatedScope, rows: readonly PlacedRow[]) {
  const { space, key } = scope;
  const scopeKey = { name: space.scope, keyVersion: space.keyVersion, key };
  const columns = allocateColumns(rows.length);
  const portions = Array.from({ length: Math.ceil(rows.length / ENCODE_ROWS) }, (_, at) => at * ENCODE_ROWS);
  await Promise.all(
    portions.map(async (from) => {
      const people = rows.slice(from, from + ENCODE_ROWS).map(({ fields }) => fieldsIn(scope, fields));
      setEncoded(columns, from, await pool.encode(scopeKey, people));
    }),
  );
  return columns;
}
