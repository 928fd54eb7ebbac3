/** AES-256-GCM keys only wrap and unwrap; Ed25519 keys only sign. */
export type KeyAlgorithm = 'AES-256-GCM' | 'Ed25519';

/** Public facts of a key in the store. Never its material. */
export interface KeyDescription {
  /** URI whose scheme names the provider, for example `local:5f0c…`. */
  readonly reference: string;
  readonly algorithm: KeyAlgorithm;
  readonly createdAt: Date;
  /** false while the key is disabled at its provider. */
  readonly isEnabled: boolean;
  /** Raw 32-byte public key of an Ed25519 key; undefined for AES keys. */
  readonly publicKey: Buffer | undefined;
}

/** Values that the provider reports; missing values are left out. */
export interface StoreHealth {
  readonly kind: 'local' | 'pkcs11' | 'aws-kms';
  /** Label of the token or region of the provider. Known also while the store does not answer. */
  readonly name: string;
  readonly protection: 'software' | 'hsm' | 'cloud';
  /** Message for users about the protection that this store gives. */
  readonly notice: string;
  /** maintenance: opens keys but creates none. */
  readonly status: 'online' | 'offline' | 'maintenance';
  /** undefined while the store does not answer. */
  readonly device: DeviceReport | undefined;
}

/** Figures of a token or provider: names and serial numbers, no secrets. */
export interface DeviceReport {
  readonly manufacturer: string;
  readonly model: string;
  /** Masked except for the last four characters. */
  readonly serialNumber: string | undefined;
  readonly firmwareVersion: string | undefined;
  /** Counts and bytes by name, for example `sessions`, `freePrivateBytes`, `keysEnabled`. */
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * Stores keys that never leave it. Every adapter passes key-store-contract.ts. One provider creates keys, others may
 * be open for unwrapping, so a URI identifies each key. All calls throw KeyStoreError.
 */
export interface KeyStore {
  /** The key is durable when this returns. */
  generateKey(algorithm: KeyAlgorithm): Promise<KeyDescription>;
  /** Encrypts 1 byte to 4 KiB with a random IV. The result has the provider's own format and contains the IV. */
  wrap(reference: string, plaintext: Buffer, aad: Buffer): Promise<Buffer>;
  unwrap(reference: string, wrapped: Buffer, aad: Buffer): Promise<Buffer>;
  /** Ed25519 (RFC 8032) signature of the message, 64 bytes. */
  sign(reference: string, message: Buffer): Promise<Buffer>;
  /**
   * Destroys a key: nothing opens by it when this returns. It cannot be restored after the provider's deletion wait,
   * which only AWS KMS has. A missing key is no error.
   */
  destroy(reference: string): Promise<void>;
  /** @returns undefined when the store has no such key */
  describe(reference: string): Promise<KeyDescription | undefined>;
  /** Never rejects: a store that does not answer is reported as offline. */
  health(): Promise<StoreHealth>;
  /** Releases sessions and connections; later calls fail. */
  close(): Promise<void>;
}

/** Maximum length of the plaintext to wrap (the limit of AWS KMS). */
export const MAX_WRAP_BYTES = 4096;

/** @throws KeyStoreError misuse */
export function checkWrapLength({ length }: Buffer): void {
  if (length < 1 || length > MAX_WRAP_BYTES)
    throw new KeyStoreError('misuse', `The plaintext to wrap must have 1 to ${MAX_WRAP_BYTES} bytes`);
}

/**
 * absent: no such key · integrity: the ciphertext, its AAD or the stored key was changed · misuse: wrong algorithm or
 * input length · unavailable: the provider does not answer · disabled: the key is disabled at the provider · refused:
 * the provider rejects our credentials · unsafe: a key can be exported.
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
