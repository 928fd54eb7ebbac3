import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MATCHING_YOUNG_MB } from '@pii-vault/lineage/matching-thread/matching-thread';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import type { EvaluatedScope } from './evaluated-scopes.ts';
import type { PlacedRow } from './load-rows.ts';
import type { Latencies } from './one-by-one.ts';

/** What the thread starts with. */
export interface NewRecords {
  readonly database: ServiceDatabase;
  /** Lineage's store key, 32 bytes. */
  readonly key: Uint8Array;
  /** What the product would ship; what scopes have learnt is read. */
  readonly model: LinkageModel;
  readonly scopes: readonly EvaluatedScope[];
  /** Brought in before the clock starts. */
  readonly warmUp: readonly PlacedRow[];
  readonly oneByOne: readonly PlacedRow[];
  readonly inBatches: readonly PlacedRow[];
}

export interface BroughtRecords {
  readonly latencies: Latencies;
  readonly perSecond: number;
  /** Of all cores for one record, PostgreSQL included. */
  readonly cpuMs: { readonly oneByOne: number; readonly inBatches: number };
}

/**
 * Brings new records in from a thread as the product's matching thread is (matching-thread.ts): what a million rows left
 * in the heap of this one is in nobody's way there. @throws whatever the thread threw
 */
export async function bringNewRecords(records: NewRecords): Promise<BroughtRecords> {
  const worker = new Worker(new URL('./new-records-worker.ts', import.meta.url), {
    workerData: records,
    resourceLimits: { maxYoungGenerationSizeMb: MATCHING_YOUNG_MB },
  });
  const [brought]: BroughtRecords[] = await once(worker, 'message');
  if (brought === undefined) throw new Error('The thread that brings new records in said nothing');
  await worker.terminate();
  return brought;
}
