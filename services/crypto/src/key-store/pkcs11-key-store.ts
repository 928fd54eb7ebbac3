import {
  checkWrapLength,
  type KeyDescription,
  type KeyStore,
  KeyStoreError,
  type StoreHealth,
} from './key-store.ts';
import { type TokenClient, type TokenClientOptions, tokenClient } from './pkcs11-client.ts';
import type { DescribedKey, TaskResult, TokenReport, TokenTask } from './pkcs11-protocol.ts';
import { type Pkcs11Reference, parseReference } from './pkcs11-reference.ts';

/**
 * Keys on a PKCS#11 token, SoftHSM2 or any HSM. The token is opened at the first call, and reopened after it was
 * lost. Opening checks every key of this product on it: sensitive, not extractable, not usable for wrapping keys.
 */
export function openPkcs11KeyStore(options: TokenClientOptions): KeyStore {
  const client = tokenClient(options);
  const run = (task: TokenTask) => client.run(task);
  const health = healthOf(client, options.token);
  return {
    generateKey: async (algorithm) =>
      toDescription(present((await run({ kind: 'generate', algorithm })).key)),
    wrap: async (reference, plaintext, aad) => {
      checkWrapLength(plaintext);
      return toBytes(
        await run({ kind: 'wrap', reference: only(reference, 'secret-key'), bytes: plaintext, aad }),
      );
    },
    unwrap: async (reference, wrapped, aad) =>
      toBytes(await run({ kind: 'unwrap', reference: only(reference, 'secret-key'), bytes: wrapped, aad })),
    sign: async (reference, message) =>
      toBytes(await run({ kind: 'sign', reference: only(reference, 'private'), bytes: message })),
    destroy: async (reference) => {
      await run({ kind: 'destroy', reference: checked(reference) });
    },
    describe: async (reference) => {
      const { key } = await run({ kind: 'describe', reference: checked(reference) });
      return key && toDescription(key);
    },
    health,
    close: () => client.close(),
  };
}

/** While the token does not answer, name and device stay as last reported. */
function healthOf(client: TokenClient, name: string): () => Promise<StoreHealth> {
  let protection: StoreHealth['protection'] = 'hsm';
  return async () => {
    try {
      const health = toHealth(name, present((await client.run({ kind: 'report' })).report));
      ({ protection } = health);
      return health;
    } catch {
      const notice = 'Keys on a PKCS#11 token that does not answer';
      return { kind: 'pkcs11', name, protection, notice, status: 'offline', device: undefined };
    }
  };
}

function toHealth(name: string, { isHardware, isWriteProtected, ...device }: TokenReport): StoreHealth {
  const maker = [device.manufacturer, device.model].filter((part) => part !== '').join(' ');
  return {
    kind: 'pkcs11',
    name,
    protection: isHardware ? 'hsm' : 'software',
    notice: isHardware
      ? `Keys in the hardware security module ${maker}`
      : `Keys in a software token (${maker}): its files and its PIN together give access to the keys`,
    status: isWriteProtected ? 'maintenance' : 'online',
    device,
  };
}

/** @throws KeyStoreError misuse when it names a key of another type */
function only(reference: string, type: Pkcs11Reference['type']): string {
  if (parseReference(reference).type === type) return reference;
  throw new KeyStoreError('misuse', `${reference} is not a key for this operation`);
}

function checked(reference: string): string {
  parseReference(reference);
  return reference;
}

function toDescription({ reference, algorithm, createdAt, publicKey }: DescribedKey): KeyDescription {
  return {
    reference,
    algorithm,
    createdAt,
    isEnabled: true,
    publicKey: publicKey && Buffer.from(publicKey),
  };
}

/** The bytes from a thread are a copy; they share no buffer pool. */
function toBytes({ bytes }: TaskResult): Buffer {
  const { buffer, byteOffset, byteLength } = present(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function present<T>(value: T | undefined): T {
  if (value === undefined)
    throw new KeyStoreError('unavailable', 'The thread of the token returned no result');
  return value;
}
