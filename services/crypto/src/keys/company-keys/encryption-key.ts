import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { KeyUse, WrappedPurpose } from '../../key-store/hierarchy/key-owner.ts';
import type { Wrappers } from '../../key-store/hierarchy/two-layer-wrap.ts';
import type { WrappedKeyIdentity } from '../../key-store/hierarchy/wrap-aad.ts';

/**
 * active: new data uses it, one per use · retiring: replaced, still opened for reading and rewrapping · disabled:
 * encrypts nothing, never opened · destroyed: only the row remains.
 */
export type KeyStatus = 'active' | 'retiring' | 'disabled' | 'destroyed';

/** A stored key with all inputs for opening it, except the store. */
export interface WrappedKey extends WrappedKeyIdentity {
  readonly isActive: boolean;
  /** false while the version is pending, that is before its first use. */
  readonly isUsed: boolean;
  readonly masterKeyId: string;
  readonly epoch: number;
  readonly wrappers: Wrappers;
  /** Format byte and ciphertext, see two-layer-wrap.ts. */
  readonly wrapped: Buffer;
}

/** A use whose keys are stored wrapped. */
export type WrappedUse = KeyUse<WrappedPurpose>;

/** Secret: 32 raw bytes, never logged, stored or put into an event. */
export interface OpenedKey {
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
  readonly isActive: boolean;
}

/**
 * The live keys of the requested versions, in the order of the live ones; an empty list selects all.
 * @throws AppError NOT_FOUND when a requested version is not live
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
