import type { KeyObject } from 'node:crypto';
import type { Scope } from '../scopes/scope.ts';
import type { BucketRange, Join } from '../scoring/blocking-join.ts';
import type { FeatureColumns } from '../scoring/feature-columns.ts';
import type { LinkageModel } from '../scoring/linkage-model.ts';
import type { CountedPart } from '../scoring/pattern-counts.ts';

/** Records of one company as they lie in the database, one after another, and the rows they are for. */
export interface SealedBlock {
  readonly scope: Scope;
  readonly companyId: number;
  readonly firstRow: number;
  readonly individualIds: Float64Array;
  readonly versions: Float64Array;
  readonly keyVersions: Float64Array;
  /** Shared between threads, not copied: one after another, all of one length. */
  readonly sealed: Uint8Array;
}

/**
 * What threads do. All arrays of columns and joins are shared; `companies` is the company of each row across companies.
 */
export interface BulkTasks {
  /** Decrypts records into their rows. */
  readonly open: {
    readonly block: SealedBlock;
    readonly columns: FeatureColumns;
    /** Shared between threads, not copied. */
    readonly keys: ReadonlyMap<number, KeyObject>;
  };
  /** Groups the keys of a place in KEY_KINDS; a hot identifier is cleared from the columns. */
  readonly buckets: { readonly columns: FeatureColumns; readonly kind: number };
  /** Compares what ranges of buckets tell. */
  readonly count: JoinTask;
  /** Compares pairs of rows at random. */
  readonly random: { readonly columns: FeatureColumns; readonly pairs: number; readonly seed: number };
  /** Scores what ranges of buckets tell. */
  readonly link: JoinTask & { readonly model: LinkageModel; readonly threshold: number };
}

interface JoinTask {
  readonly columns: FeatureColumns;
  readonly join: Join;
  readonly ranges: readonly BucketRange[];
  readonly companies: Uint8Array | null;
}

export interface BulkResults {
  readonly open: null;
  /** `hot`: the keys of buckets over the cap, each once, as the bucket table has them. */
  readonly buckets: {
    readonly entries: Uint32Array;
    readonly starts: Uint32Array;
    readonly hot: readonly bigint[];
  };
  readonly count: CountedPart;
  /** Pairs by pattern. */
  readonly random: Uint32Array;
  /** PAIR_NUMBERS for each linked pair. */
  readonly link: Float64Array;
}

export type BulkTaskName = keyof BulkTasks;

/** Row a, row b, pattern, probability, place in GRADES. */
export const PAIR_NUMBERS = 5;
export const GRADES = ['none', 'pending', 'verified'] as const;
