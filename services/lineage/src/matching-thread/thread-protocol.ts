import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/errors/app-error';

/** What the thread starts with. */
export interface ThreadSettings {
  readonly database: ServiceDatabase;
  /** Folder of model artefacts. */
  readonly models: string;
  readonly matchBatch: number;
  readonly bulkFrom: number;
  readonly learnFrom: number;
  readonly suspendedRestMs: number;
}

/** Calls to other services, which the thread has made for it: it holds no key that proves who calls. */
export type CallName = 'pullFeatures' | 'openStoreKeys';

/** What the thread is told. An answer has the encoded messages of the stream, or the one of a unary call. */
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

/** An AppError on its way between threads. */
export interface Failure {
  readonly code: GrpcCodeName;
  readonly reason: string;
  readonly message: string;
  /** Name, message and stack of what it came from: other properties stay behind. */
  readonly cause: Error | undefined;
}

export function failureOf(thrown: unknown): Failure {
  const { code, reason, message, cause } = AppError.from(thrown);
  return { code, reason, message, cause: cause instanceof Error ? plain(cause) : undefined };
}

export const errorOf = ({ code, reason, message, cause }: Failure): AppError =>
  new AppError(code, reason, message, cause === undefined ? {} : { cause });

/** An error that can be sent, whatever the given one carries. */
export function plain(error: Error): Error {
  const copy = new Error(error.message);
  copy.name = error.name;
  copy.stack = error.stack ?? '';
  return copy;
}
