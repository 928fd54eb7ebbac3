import type { KeyMetadata, KMSClient } from '@aws-sdk/client-kms';
import {
  checkWrapLength,
  type DeviceReport,
  type KeyAlgorithm,
  type KeyDescription,
  type KeyStore,
  KeyStoreError,
  type StoreHealth,
} from './key-store.ts';
import { fromKms, isWrongState } from './kms-faults.ts';

const REFERENCE = /^aws-kms:(arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[0-9a-zA-Z-]{1,64})$/;

/** `aws-kms:` and the key's ARN. */
function kmsReference(arn: string): string {
  return `aws-kms:${arn}`;
}

/** @throws KeyStoreError misuse */
export function arnOf(reference: string): string {
  const arn = REFERENCE.exec(reference)?.[1];
  if (arn === undefined) throw new KeyStoreError('misuse', 'The reference is not one of an AWS KMS key');
  return arn;
}

export interface KmsOptions {
  /** undefined: resolved by the SDK (AWS_REGION, the profile). */
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
  /** Waiting period of KMS before deletion, 7 to 30 days. */
  readonly deletionDays: number;
  /** Timeout of a call including all retries, ms. */
  readonly timeoutMs: number;
}

interface Kms extends KmsOptions {
  readonly sdk: Sdk;
  readonly client: KMSClient;
}
type Sdk = typeof import('@aws-sdk/client-kms');

const NOTICE = 'Keys in AWS KMS; a destroyed key can be restored during its deletion wait';
/** Maximum attempts; the SDK retries throttled and failed calls after a random pause ("standard", full jitter). */
const TRIES = 5;
const ED25519_KEY_BYTES = 32;

/**
 * Key store on AWS KMS: each key is one KMS key, symmetric or Ed25519. Automatic rotation stays off, because an epoch
 * ends by deleting its key. Credentials come from the SDK's default chain.
 */
export async function openKmsKeyStore(options: KmsOptions): Promise<KeyStore> {
  const sdk = await import('@aws-sdk/client-kms');
  const { region, endpoint } = options;
  const client = new sdk.KMSClient({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    maxAttempts: TRIES,
    retryMode: 'standard',
  });
  const kms: Kms = { ...options, sdk, client };
  return {
    generateKey: (algorithm) => translated(() => generateKey(kms, algorithm)),
    wrap: (reference, plaintext, aad) => translated(() => wrap(kms, arnOf(reference), plaintext, aad)),
    unwrap: (reference, wrapped, aad) => translated(() => unwrap(kms, arnOf(reference), wrapped, aad)),
    sign: (reference, message) => translated(() => sign(kms, arnOf(reference), message)),
    destroy: (reference) => translated(() => destroy(kms, arnOf(reference))),
    describe: (reference) => translated(() => describe(kms, arnOf(reference))),
    health: () => health(kms),
    close: async () => client.destroy(),
  };
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw fromKms(error);
  }
}

const within = ({ timeoutMs }: Kms) => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
/**
 * Encryption context: bound to the ciphertext and logged in CloudTrail. Holds names and versions of keys, no secrets.
 */
const contextOf = (aad: Buffer) => ({ 'pii-vault': aad.toString('base64') });

async function generateKey(kms: Kms, algorithm: KeyAlgorithm): Promise<KeyDescription> {
  const { KeyMetadata: made } = await kms.client.send(
    new kms.sdk.CreateKeyCommand({
      Description: 'pii-vault',
      ...(algorithm === 'Ed25519'
        ? { KeySpec: 'ECC_NIST_EDWARDS25519', KeyUsage: 'SIGN_VERIFY' }
        : { KeySpec: 'SYMMETRIC_DEFAULT', KeyUsage: 'ENCRYPT_DECRYPT' }),
    }),
    within(kms),
  );
  return toDescription(kms, made);
}

async function wrap(kms: Kms, arn: string, plaintext: Buffer, aad: Buffer): Promise<Buffer> {
  checkWrapLength(plaintext);
  const input = { KeyId: arn, Plaintext: plaintext, EncryptionContext: contextOf(aad) };
  return withKey(kms, arn, async () =>
    toBuffer((await kms.client.send(new kms.sdk.EncryptCommand(input), within(kms))).CiphertextBlob),
  );
}

async function unwrap(kms: Kms, arn: string, wrapped: Buffer, aad: Buffer): Promise<Buffer> {
  if (wrapped.length === 0) throw new KeyStoreError('integrity', 'A wrapped key is empty');
  const input = { KeyId: arn, CiphertextBlob: wrapped, EncryptionContext: contextOf(aad) };
  return withKey(kms, arn, async () =>
    toBuffer((await kms.client.send(new kms.sdk.DecryptCommand(input), within(kms))).Plaintext),
  );
}

async function sign(kms: Kms, arn: string, message: Buffer): Promise<Buffer> {
  const input = {
    KeyId: arn,
    Message: message,
    MessageType: 'RAW',
    SigningAlgorithm: 'ED25519_SHA_512',
  } as const;
  return withKey(kms, arn, async () =>
    toBuffer((await kms.client.send(new kms.sdk.SignCommand(input), within(kms))).Signature),
  );
}

async function destroy(kms: Kms, arn: string): Promise<void> {
  const input = { KeyId: arn, PendingWindowInDays: kms.deletionDays };
  try {
    await withKey(kms, arn, () =>
      kms.client.send(new kms.sdk.ScheduleKeyDeletionCommand(input), within(kms)),
    );
  } catch (error) {
    if (fromKms(error).fault !== 'absent') throw error;
  }
}

async function describe(kms: Kms, arn: string): Promise<KeyDescription | undefined> {
  const found = await readKey(kms, arn);
  return found && toDescription(kms, found);
}

/** @returns undefined when there is no such key, or its deletion is scheduled */
async function readKey(kms: Kms, arn: string): Promise<KeyMetadata | undefined> {
  try {
    const { KeyMetadata: found } = await kms.client.send(
      new kms.sdk.DescribeKeyCommand({ KeyId: arn }),
      within(kms),
    );
    return found?.KeyState === 'PendingDeletion' ? undefined : found;
  } catch (error) {
    if (fromKms(error).fault === 'absent') return undefined;
    throw error;
  }
}

/** For a key in the wrong state, finds out whether it is being deleted or only unavailable. */
async function withKey<T>(kms: Kms, arn: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isWrongState(error) || (await readKey(kms, arn)) !== undefined) throw error;
    throw new KeyStoreError('absent', `AWS KMS is deleting the key ${arn}`, error);
  }
}

async function toDescription(kms: Kms, key: KeyMetadata | undefined): Promise<KeyDescription> {
  if (key?.Arn === undefined || key.CreationDate === undefined)
    throw new KeyStoreError('unavailable', 'AWS KMS returned no metadata of a key');
  const isSigner = key.KeyUsage === 'SIGN_VERIFY';
  return {
    reference: kmsReference(key.Arn),
    algorithm: isSigner ? 'Ed25519' : 'AES-256-GCM',
    createdAt: key.CreationDate,
    isEnabled: key.KeyState !== 'Disabled',
    publicKey: isSigner ? await publicKeyOf(kms, key.Arn) : undefined,
  };
}

/** The last bytes of the SubjectPublicKeyInfo (RFC 8410). */
async function publicKeyOf(kms: Kms, arn: string): Promise<Buffer> {
  const command = new kms.sdk.GetPublicKeyCommand({ KeyId: arn });
  return toBuffer((await kms.client.send(command, within(kms))).PublicKey).subarray(-ED25519_KEY_BYTES);
}

/** AWS KMS reports nothing else about its devices. */
const DEVICE: DeviceReport = {
  manufacturer: 'Amazon Web Services',
  model: 'AWS KMS',
  serialNumber: undefined,
  firmwareVersion: undefined,
  figures: {},
};

async function health(kms: Kms): Promise<StoreHealth> {
  const name = await kms.client.config.region().catch(() => 'no region');
  const known = { kind: 'aws-kms', name, protection: 'cloud', notice: NOTICE } as const;
  try {
    await kms.client.send(new kms.sdk.ListKeysCommand({ Limit: 1 }), within(kms));
    return { ...known, status: 'online', device: DEVICE };
  } catch {
    return { ...known, status: 'offline', device: undefined };
  }
}

function toBuffer(bytes: Uint8Array | undefined): Buffer {
  if (bytes === undefined) throw new KeyStoreError('unavailable', 'AWS KMS returned no data');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
