import { notFound } from '@pii-vault/platform/errors/not-found';
import type { KeyUse, WrappedPurpose } from '../hierarchy/key-owner.ts';
import type { Wrappers } from '../hierarchy/two-layer-wrap.ts';
import type { WrappedKeyIdentity } from '../hierarchy/wrap-aad.ts';

/**
 * active: new data uses it, one per use · retiring: replaced, still opened for reading and rewrapping ·
 * disabled: nothing is under it, nothing opens it · destroyed: the row tells that it existed.
 */
export type KeyStatus = 'active' | 'retiring' | 'disabled' | 'destroyed';

/** A stored key with all that opening it takes, except the store. */
export interface WrappedKey extends WrappedKeyIdentity {
  readonly isActive: boolean;
  /** Somebody has used it already; before that it is pending. */
  readonly isUsed: boolean;
  readonly masterKeyId: string;
  readonly epoch: number;
  readonly wrappers: Wrappers;
  /** Format byte and ciphertext, see two-layer-wrap.ts. */
  readonly wrapped: Buffer;
}

/** A use whose keys are kept wrapped. */
export type WrappedUse = KeyUse<WrappedPurpose>;

/** Secret: 32 raw bytes, never logged, stored or put into an event. */
export interface OpenedKey {
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
  readonly isActive: boolean;
}

/**
 * The live keys that a caller asked for, in their order; no version named means all.
 * @throws AppError NOT_FOUND when a named version is not live
 */
export function pickVersions<K extends { readonly version: number }>(
  live: readonly K[],
  asked: readonly number[],
): K[] {
  if (asked.length === 0) return [...live];
  const wanted = new Set(asked);
  const picked = live.filter((key) => wanted.has(key.version));
  if (picked.length !== wanted.size) throw notFound();
  return picked;
}
