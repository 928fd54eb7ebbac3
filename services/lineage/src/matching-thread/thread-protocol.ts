import type { Failure } from '@pii-vault/platform/core/errors/failure';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import type { Budgets } from '../cross-pairs/disclosure.ts';

/** What the thread starts with. */
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

/** Calls to other services, which the thread has made for it: it holds no key that proves who calls. */
export type CallName = 'pullFeatures' | 'openStoreKeys';

/** Messages to the thread. An answer has the encoded messages of the stream, or the one of a unary call. */
export type Told =
  | { readonly does: 'turn' }
  /** The turn that is under way ends after what it has begun. */
  | { readonly does: 'stop turn' }
  | { readonly does: 'answer'; readonly call: number; readonly messages: readonly Uint8Array[] }
  | { readonly does: 'fail'; readonly call: number; readonly failure: Failure };

/** What the thread says. */
export type Said =
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
  /** A commit put something into the outbox. */
  | { readonly says: 'wrote outbox' }
  | { readonly says: 'warned'; readonly message: string; readonly cause: Error | undefined };
