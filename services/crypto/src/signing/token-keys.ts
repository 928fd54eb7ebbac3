import type { Database } from '@pii-vault/platform/db/database';
import type { KeyUse } from '../hierarchy/key-owner.ts';
import { findLiveStoreKeys, type StoreKey } from '../keys/encryption-key-store.ts';
import { DEPLOYMENT } from '../keys/key-uses.ts';

export const TOKEN: KeyUse<'token'> = { owner: DEPLOYMENT, purpose: 'token', ownerService: '' };

/** How long a new key is shown to verifiers before it signs: longer than any of them waits for a key set. */
export const SHOWN_BEFORE_MS = 90_000;
/** A replaced key is shown until the last token under it has expired (24 hours) and an hour more; it is kept for longer. */
const SHOWN_AFTER_MS = 25 * 3_600_000;
const CACHED_MS = 1_000;

export interface TokenKeySet {
  /** Ascending by version: what verifiers accept. */
  readonly live: readonly StoreKey[];
  /** The one that signs now. */
  readonly signing: StoreKey;
}

/** The keys by which internal and external tokens are signed, read from their rows at most once a second. */
export function readTokenKeys({
  db,
  now,
}: {
  readonly db: Pick<Database, 'system'>;
  readonly now: () => Date;
}): () => Promise<TokenKeySet> {
  let held: { readonly until: number; readonly keys: Promise<TokenKeySet> } | undefined;
  return () => {
    const at = now();
    if (held !== undefined && held.until > at.getTime()) return held.keys;
    const keys = db.system((tx) => findLiveStoreKeys(tx, TOKEN)).then((live) => tokenKeySet(live, at));
    const mine = { until: at.getTime() + CACHED_MS, keys };
    held = mine;
    keys.catch(() => {
      if (held === mine) held = undefined;
    });
    return keys;
  };
}

/** @param kept ascending by version @throws Error when no key is active */
export function tokenKeySet(kept: readonly StoreKey[], now: Date): TokenKeySet {
  const live = kept.filter(({ replacedAt }) => !isForgotten(replacedAt, now));
  const active = live.find((key) => key.isActive);
  if (active === undefined) throw new Error('the deployment has no token key');
  const isShown = active.createdAt.getTime() + SHOWN_BEFORE_MS <= now.getTime();
  const former = live.findLast((key) => !key.isActive);
  return { live, signing: isShown || former === undefined ? active : former };
}

function isForgotten(replacedAt: Date | undefined, now: Date): boolean {
  return replacedAt !== undefined && replacedAt.getTime() + SHOWN_AFTER_MS < now.getTime();
}
