import type { Database } from '@pii-vault/platform/postgres/database';
import type { KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import { findLiveStoreKeys, type StoreKey } from '../company-keys/encryption-key-store.ts';
import { DEPLOYMENT } from '../company-keys/key-uses.ts';

export const TOKEN: KeyUse<'token'> = { owner: DEPLOYMENT, purpose: 'token', ownerService: '' };

/** How long a new key is published before it signs: longer than any verifier caches the key set. */
export const PUBLISHED_BEFORE_MS = 90_000;
/** A replaced key is published until its last token has expired (24 hours) and one more hour; it is stored longer. */
const PUBLISHED_AFTER_MS = 25 * 3_600_000;
const CACHED_MS = 1_000;

export interface TokenKeySet {
  /** Keys that verifiers accept, ascending by version. */
  readonly live: readonly StoreKey[];
  /** The key that signs now. */
  readonly signing: StoreKey;
}

/** The keys that sign internal and external tokens; rows are read at most once a second. */
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
  const live = kept.filter(({ replacedAt }) => !isUnpublished(replacedAt, now));
  const active = live.find((key) => key.isActive);
  if (active === undefined) throw new Error('the deployment has no token key');
  const isPublished = active.createdAt.getTime() + PUBLISHED_BEFORE_MS <= now.getTime();
  const former = live.findLast((key) => !key.isActive);
  return { live, signing: isPublished || former === undefined ? active : former };
}

function isUnpublished(replacedAt: Date | undefined, now: Date): boolean {
  return replacedAt !== undefined && replacedAt.getTime() + PUBLISHED_AFTER_MS < now.getTime();
}
