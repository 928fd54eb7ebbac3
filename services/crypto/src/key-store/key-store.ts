/** AES-256-GCM keys wrap and unwrap, Ed25519 keys sign; a key does nothing else. */
export type KeyAlgorithm = 'AES-256-GCM' | 'Ed25519';

/** What may be known of a key in the store. Never its material. */
export interface KeyDescription {
  /** URI whose scheme names the provider, for example `local:5f0c…`. */
  readonly reference: string;
  readonly algorithm: KeyAlgorithm;
  readonly createdAt: Date;
  /** false while somebody has switched the key off at its provider. */
  readonly isEnabled: boolean;
  /** Raw 32-byte public key of an Ed25519 key, undefined for the others. */
  readonly publicKey: Buffer | undefined;
}

/** Read from the provider itself; what it does not report is left out. */
export interface StoreHealth {
  readonly kind: 'local' | 'pkcs11' | 'aws-kms';
  /** The token's label, the provider's region. Known also while the store does not answer. */
  readonly name: string;
  readonly protection: 'software' | 'hsm' | 'cloud';
  /** A sentence for people on what this store is good for. */
  readonly notice: string;
  /** maintenance: opens keys and makes none. */
  readonly status: 'online' | 'offline' | 'maintenance';
  /** undefined while the store does not answer. */
  readonly device: DeviceReport | undefined;
}

/** What a token or a provider tells of itself. Names and serial numbers, no secret. */
export interface DeviceReport {
  readonly manufacturer: string;
  readonly model: string;
  /** All but its last four characters masked. */
  readonly serialNumber: string | undefined;
  readonly firmwareVersion: string | undefined;
  /** Counts and bytes by name, for example `sessions`, `freePrivateBytes`, `keysEnabled`. */
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * Keeps keys that never leave it. Adapters pass key-store-contract.ts. Several providers may be open for
 * unwrapping, one makes new keys, therefore every key is named by a URI.
 * All calls throw KeyStoreError.
 */
export interface KeyStore {
  /** The key is durable when this returns. */
  generateKey(algorithm: KeyAlgorithm): Promise<KeyDescription>;
  /** Encrypts 1 byte to 4 KiB. The result is the provider's own format and holds the IV that it drew. */
  wrap(reference: string, plaintext: Buffer, aad: Buffer): Promise<Buffer>;
  unwrap(reference: string, wrapped: Buffer, aad: Buffer): Promise<Buffer>;
  /** Ed25519 (RFC 8032) signature of the message, 64 bytes. */
  sign(reference: string, message: Buffer): Promise<Buffer>;
  /**
   * Nothing opens by the key when this returns, and nobody brings it back once the provider's deletion wait is
   * over (none, except at AWS KMS). A key that is gone already is no error.
   */
  destroy(reference: string): Promise<void>;
  /** undefined when the store has no such key. */
  describe(reference: string): Promise<KeyDescription | undefined>;
  /** Never rejects: a store that does not answer is offline. */
  health(): Promise<StoreHealth>;
  /** Gives up sessions and connections; calls after it fail. */
  close(): Promise<void>;
}

/** Longest plaintext that wrap takes (the limit of AWS KMS). */
export const MAX_WRAP_BYTES = 4096;

/** @throws KeyStoreError misuse */
export function checkWrapLength({ length }: Buffer): void {
  if (length < 1 || length > MAX_WRAP_BYTES)
    throw new KeyStoreError('misuse', `The plaintext to wrap has to have 1 to ${MAX_WRAP_BYTES} bytes`);
}

/**
 * absent: no such key · integrity: the ciphertext, its AAD or the stored key is not what it was ·
 * misuse: the key has another algorithm, or the input another length · unavailable: the provider does not answer ·
 * disabled: the key is there and somebody switched it off · refused: the provider does not take our credentials ·
 * unsafe: a key could leave the store.
 */
export type KeyStoreFault =
  | 'absent'
  | 'integrity'
  | 'misuse'
  | 'unavailable'
  | 'disabled'
  | 'refused'
  | 'unsafe';

/** Names the fault and the reference, never material. */
export class KeyStoreError extends Error {
  readonly fault: KeyStoreFault;

  constructor(fault: KeyStoreFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'KeyStoreError';
    this.fault = fault;
  }
}
