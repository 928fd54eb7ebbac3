import { type KeyStore, KeyStoreError } from '../key-store.ts';
import { WRAP_FORMAT, type WrappedKeyIdentity, wrapAad } from './wrap-aad.ts';

/** Length of every wrapped key, in bytes. */
export const RAW_KEY_BYTES = 32;

/** References of the two store keys that wrap a key. */
export interface Wrappers {
  readonly master: string;
  readonly epoch: string;
}

type Wrapping = Pick<KeyStore, 'wrap'>;
type Unwrapping = Pick<KeyStore, 'unwrap'>;

/**
 * Wraps a key under its owner's master and then under the epoch key: destroying either makes it unreadable.
 * @param rawKey 32 bytes, not modified
 * @returns format byte, then the store's ciphertext
 */
export async function sealKey(
  store: Wrapping,
  wrappers: Wrappers,
  identity: WrappedKeyIdentity,
  rawKey: Buffer,
): Promise<Buffer> {
  const inner = await store.wrap(wrappers.master, rawKey, wrapAad('master', identity));
  return sealOuter(store, wrappers.epoch, identity, inner);
}

/**
 * @returns the 32 raw bytes; the caller overwrites them after use
 * @throws KeyStoreError integrity | absent | unavailable
 */
export async function openKey(
  store: Unwrapping,
  wrappers: Wrappers,
  identity: WrappedKeyIdentity,
  sealed: Buffer,
): Promise<Buffer> {
  const inner = await openOuter(store, wrappers.epoch, identity, sealed);
  const rawKey = await store.unwrap(wrappers.master, inner, wrapAad('master', identity));
  if (rawKey.length === RAW_KEY_BYTES) return rawKey;
  rawKey.fill(0);
  throw new KeyStoreError('integrity', `Key ${identity.keyId} has a wrong length`);
}

/** Rewraps a key under another epoch key. Neither the master nor the raw key is used. */
export async function changeEpoch(
  store: Wrapping & Unwrapping,
  epochs: { readonly from: string; readonly to: string },
  identity: WrappedKeyIdentity,
  sealed: Buffer,
): Promise<Buffer> {
  return sealOuter(store, epochs.to, identity, await openOuter(store, epochs.from, identity, sealed));
}

/** Rewraps a key under another master in the same epoch. Overwrites the unwrapped bytes. */
export async function changeMaster(
  store: Wrapping & Unwrapping,
  masters: { readonly from: string; readonly to: string },
  epoch: string,
  identity: WrappedKeyIdentity,
  sealed: Buffer,
): Promise<Buffer> {
  const rawKey = await openKey(store, { master: masters.from, epoch }, identity, sealed);
  try {
    return await sealKey(store, { master: masters.to, epoch }, identity, rawKey);
  } finally {
    rawKey.fill(0);
  }
}

async function sealOuter(store: Wrapping, epoch: string, identity: WrappedKeyIdentity, inner: Buffer) {
  return Buffer.concat([Buffer.of(WRAP_FORMAT), await store.wrap(epoch, inner, wrapAad('epoch', identity))]);
}

async function openOuter(store: Unwrapping, epoch: string, identity: WrappedKeyIdentity, sealed: Buffer) {
  if (sealed[0] !== WRAP_FORMAT)
    throw new KeyStoreError('integrity', `Key ${identity.keyId} has an unknown wrapping format`);
  return store.unwrap(epoch, sealed.subarray(1), wrapAad('epoch', identity));
}
