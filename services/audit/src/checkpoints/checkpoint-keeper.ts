import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { ListState } from './check-trail.ts';
import type { StoredCheckpoint } from './checkpoint-store.ts';

export interface KeeperDeps {
  latest(): Promise<StoredCheckpoint | undefined>;
  treeSize(): Promise<number>;
  sign(): Promise<StoredCheckpoint>;
  /** Compares the trail with what was signed; rejects with DATA_LOSS when they differ. */
  check(): Promise<ListState>;
  now(): number;
  /** Called by keepUp with the checkpoint that it found, and again after it has signed one. */
  seen?(checkpoint: StoredCheckpoint, treeSize: number): void;
  readonly log: Pick<Logger, 'error'>;
}

export interface KeeperLimits {
  /** Longest time until a grown tree is signed, ms. */
  readonly everyMs: number;
  /** Growth in entries after which the tree is signed earlier. */
  readonly everyEntries: number;
  /** Time after which an unchanged tree is signed again, ms: the checkpoint's age shows that signing works. */
  readonly restateMs: number;
}

export const CHECKPOINT_LIMITS: KeeperLimits = {
  everyMs: 60_000,
  everyEntries: 1_000,
  restateMs: 30 * 60_000,
};

/** Decides when the tree is signed; one signing at a time. */
export interface CheckpointKeeper {
  /** Why nothing may be signed: the tree or a signature is wrong. Undefined after a successful signing. */
  fault(): AppError | undefined;
  /**
   * Checks the trail and retries while there is a fault. Signs when a limit is reached, and after a revocation if the
   * tree has grown: a database restored to a time before it is recognised by what was signed after it.
   */
  keepUp(): Promise<void>;
  /** The newest checkpoint that covers at least `size` leaves, signing one when there is none. */
  covering(size: number): Promise<StoredCheckpoint>;
}

export function createCheckpointKeeper(deps: KeeperDeps, limits: KeeperLimits): CheckpointKeeper {
  let running: Promise<StoredCheckpoint> | undefined;

  let fault: AppError | undefined;

  async function sign(): Promise<StoredCheckpoint> {
    try {
      const signed = await deps.sign();
      fault = undefined;
      return signed;
    } catch (thrown) {
      throw recorded(thrown);
    } finally {
      running = undefined;
    }
  }

  function recorded(thrown: unknown): AppError {
    const error = AppError.from(thrown);
    if (error.code === 'DATA_LOSS') {
      if (fault === undefined) deps.log.error('no checkpoint may be signed', { err: error });
      fault = error;
    }
    return error;
  }

  function signOnce(): Promise<StoredCheckpoint> {
    running ??= sign();
    return running;
  }

  return {
    fault: () => fault,
    async keepUp() {
      const { listed, pending } = await deps
        .check()
        .catch((thrown: unknown) => Promise.reject(recorded(thrown)));
      const [last, size] = await Promise.all([deps.latest(), deps.treeSize()]);
      if (last !== undefined) deps.seen?.(last, size);
      // A list that cannot be extended keeps its revocations listed: without growth there is nothing new to sign.
      const hasRevocation = listed > 0 && pending === 0 && size > (last?.treeSize ?? 0);
      if (fault === undefined && !hasRevocation && !isDue(limits, last, size, deps.now())) return;
      const signed = await signOnce();
      deps.seen?.(signed, Math.max(size, signed.treeSize));
    },
    async covering(size) {
      const last = await deps.latest();
      if (last !== undefined && last.treeSize >= size) return last;
      const signed = await signOnce();
      // A running signing may have read the tree before this caller did.
      return signed.treeSize >= size ? signed : await signOnce();
    },
  };
}

function isDue(limits: KeeperLimits, last: StoredCheckpoint | undefined, size: number, now: number): boolean {
  if (last === undefined) return true;
  const age = now - last.signedAt.getTime();
  const grown = size - last.treeSize;
  if (grown >= limits.everyEntries) return true;
  return age >= (grown > 0 ? limits.everyMs : limits.restateMs);
}
