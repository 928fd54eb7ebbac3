import type { KeyObject } from 'node:crypto';
import type { BucketRange, Join } from '../../scoring/blocking-join.ts';
import type { FeatureColumns } from '../../scoring/feature-columns.ts';
import type { LinkageModel } from '../../scoring/linkage-model.ts';
import type { CountedPart } from '../../scoring/pattern-counts.ts';
import type { Scope } from '../../spaces/scopes/scope.ts';

/** Stored records of one company, concatenated, and their row numbers. */
export interface SealedBlock {
  readonly scope: Scope;
  readonly companyId: number;
  readonly firstRow: number;
  readonly individualIds: Float64Array;
  readonly versions: Float64Array;
  readonly keyVersions: Float64Array;
  /** Shared between threads, not copied: concatenated, all of one length. */
  readonly sealed: Uint8Array;
}

/**
 * Tasks of threads. All arrays of columns and joins are shared; across companies `companies` has the company of each
 * row.
 */
export interface BulkTasks {
  /** Decrypts records into their rows. */
  readonly open: {
    readonly block: SealedBlock;
    readonly columns: FeatureColumns;
    /** Shared between threads, not copied. */
    readonly keys: ReadonlyMap<number, KeyObject>;
  };
  /** Groups the keys of a kind (index in KEY_KINDS); clears a hot identifier from the columns. */
  readonly buckets: { readonly columns: FeatureColumns; readonly kind: number };
  /** Compares the pairs of ranges of buckets. */
  readonly count: JoinTask;
  /** Compares random pairs of rows. */
  readonly random: { readonly columns: FeatureColumns; readonly pairs: number; readonly seed: number };
  /** Scores the pairs of ranges of buckets. */
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
  /** `hot`: the keys of buckets over the cap, without duplicates, as in the bucket table. */
  readonly buckets: {
    readonly entries: Uint32Array;
    readonly starts: Uint32Array;
    readonly hot: readonly bigint[];
  };
  readonly count: CountedPart;
  /** Number of pairs per pattern. */
  readonly random: Uint32Array;
  /** PAIR_NUMBERS numbers for each linked pair. */
  readonly link: Float64Array;
}

export type BulkTaskName = keyof BulkTasks;

/** Row a, row b, pattern, probability, index in GRADES. */
export const PAIR_NUMBERS = 5;
export const GRADES = ['none', 'pending', 'verified'] as const;
