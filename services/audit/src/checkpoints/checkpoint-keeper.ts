import type { StoredCheckpoint } from './checkpoint-store.ts';

export interface KeeperDeps {
  latest(): Promise<StoredCheckpoint | undefined>;
  treeSize(): Promise<number>;
  sign(): Promise<StoredCheckpoint>;
  now(): number;
}

export interface KeeperLimits {
  /** A grown tree is signed at the latest after this time, ms. */
  readonly everyMs: number;
  /** … or when it has grown by this many entries. */
  readonly everyEntries: number;
  /** A tree that has not grown is signed again after this time, ms: its age shows that signing works. */
  readonly restateMs: number;
}

export const CHECKPOINT_LIMITS: KeeperLimits = {
  everyMs: 60_000,
  everyEntries: 1_000,
  restateMs: 30 * 60_000,
};

/** Decides when the tree is signed; one signing at a time. */
export interface CheckpointKeeper {
  /** Signs when the limits say so. */
  keepUp(): Promise<void>;
  /** The newest checkpoint that covers at least `size` leaves, signing one when there is none. */
  covering(size: number): Promise<StoredCheckpoint>;
}

export function createCheckpointKeeper(deps: KeeperDeps, limits: KeeperLimits): CheckpointKeeper {
  let running: Promise<StoredCheckpoint> | undefined;

  function signOnce(): Promise<StoredCheckpoint> {
    running ??= deps.sign().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    async keepUp() {
      const [last, size] = await Promise.all([deps.latest(), deps.treeSize()]);
      if (isDue(limits, last, size, deps.now())) await signOnce();
    },
    async covering(size) {
      const last = await deps.latest();
      if (last !== undefined && last.treeSize >= size) return last;
      const signed = await signOnce();
      // A signing that was under way may have read the tree before the caller did.
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
