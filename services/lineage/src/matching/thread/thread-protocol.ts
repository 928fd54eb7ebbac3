import type { Failure } from '@pii-vault/platform/core/errors/failure';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import type { Budgets } from '../../disclosure/cross-pairs/disclosure.ts';

/** Start data of the thread. */
export interface ThreadSettings {
  readonly database: ServiceDatabase;
  /** Folder of model artefacts. */
  readonly models: string;
  readonly matchBatch: number;
  readonly bulkFrom: number;
  readonly learnFrom: number;
  readonly suspendedRestMs: number;
  readonly budgets: Budgets;
}

/** Calls to other services. The main thread makes them, because the thread has no key that proves its identity. */
export type CallName = 'pullFeatures' | 'openStoreKeys';

/** Messages to the thread. An answer contains the encoded messages of a stream, or the one of a unary call. */
export type ToThread =
  | { readonly does: 'turn' }
  /** Stops the running turn after its current work. */
  | { readonly does: 'stop turn' }
  | { readonly does: 'answer'; readonly call: number; readonly messages: readonly Uint8Array[] }
  | { readonly does: 'fail'; readonly call: number; readonly failure: Failure };

/** Messages of the thread. */
export type FromThread =
  | { readonly says: 'turned'; readonly isMoreComing: boolean }
  | { readonly says: 'failed'; readonly failure: Failure }
  | {
      readonly says: 'call';
      readonly call: number;
      readonly name: CallName;
      readonly company: number | null;
      readonly deadlineMs: number;
      readonly request: Uint8Array;
    }
  /** A commit has written to the outbox. */
  | { readonly says: 'wrote outbox' }
  | { readonly says: 'warned'; readonly message: string; readonly cause: Error | undefined };
