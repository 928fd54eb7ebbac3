import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MATCHING_YOUNG_MB } from '@pii-vault/lineage/matching-thread/matching-thread';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import type { EvaluatedScope } from './evaluated-scopes.ts';
import type { PlacedRow } from './load-rows.ts';
import type { Latencies } from './one-by-one.ts';

/** Input of the worker thread. */
export interface NewRecords {
  readonly database: ServiceDatabase;
  /** Lineage's store key, 32 bytes. */
  readonly key: Uint8Array;
  /** The model that the product would ship; models that scopes have trained are read from the database. */
  readonly model: LinkageModel;
  readonly scopes: readonly EvaluatedScope[];
  /** Added before the measurement. */
  readonly warmUp: readonly PlacedRow[];
  readonly oneByOne: readonly PlacedRow[];
  readonly inBatches: readonly PlacedRow[];
}

export interface NewRecordTimes {
  readonly latencies: Latencies;
  readonly perSecond: number;
  /** CPU time per record of all cores, including PostgreSQL. */
  readonly cpuMs: { readonly oneByOne: number; readonly inBatches: number };
}

/**
 * Adds new records from a thread like the product's matching thread (matching-thread.ts): its heap is free of the
 * garbage of a million rows. @throws the error of the thread
 */
export async function addNewRecords(records: NewRecords): Promise<NewRecordTimes> {
  const worker = new Worker(new URL('./new-records-worker.ts', import.meta.url), {
    workerData: records,
    resourceLimits: { maxYoungGenerationSizeMb: MATCHING_YOUNG_MB },
  });
  const [brought]: NewRecordTimes[] = await once(worker, 'message');
  if (brought === undefined) throw new Error('The thread that adds new records sent no result');
  await worker.terminate();
  return brought;
}
