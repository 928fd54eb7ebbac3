import {
  checkWrapLength,
  type KeyDescription,
  type KeyStore,
  KeyStoreError,
  type StoreHealth,
} from './key-store.ts';
import type { DescribedKey, TokenReport, TokenTask, TokenYield } from './pkcs11-protocol.ts';
import { type Pkcs11Reference, parseReference } from './pkcs11-reference.ts';
import { type ThreadsOptions, type TokenThreads, tokenThreads } from './pkcs11-threads.ts';

/**
 * Keys on a PKCS#11 token, SoftHSM2 or any HSM. The token is opened at the first call, and anew after it was
 * gone; every key of this product on it is checked then: sensitive, not extractable, no wrapping.
 */
export function openPkcs11KeyStore(options: ThreadsOptions): KeyStore {
  const threads = tokenThreads(options);
  const run = (task: TokenTask) => threads.run(task);
  const health = healthOf(threads, options.token);
  return {
    generateKey: async (algorithm) =>
      toDescription(present((await run({ does: 'generate', algorithm })).key)),
    wrap: async (reference, plaintext, aad) => {
      checkWrapLength(plaintext);
      return toBytes(
        await run({ does: 'wrap', reference: only(reference, 'secret-key'), bytes: plaintext, aad }),
      );
    },
    unwrap: async (reference, wrapped, aad) =>
      toBytes(await run({ does: 'unwrap', reference: only(reference, 'secret-key'), bytes: wrapped, aad })),
    sign: async (reference, message) =>
      toBytes(await run({ does: 'sign', reference: only(reference, 'private'), bytes: message })),
    destroy: async (reference) => {
      await run({ does: 'destroy', reference: checked(reference) });
    },
    describe: async (reference) => {
      const { key } = await run({ does: 'describe', reference: checked(reference) });
      return key && toDescription(key);
    },
    health,
    close: () => threads.close(),
  };
}

/** A token that is away is what it was when it last answered. */
function healthOf(threads: TokenThreads, name: string): () => Promise<StoreHealth> {
  let protection: StoreHealth['protection'] = 'hsm';
  return async () => {
    try {
      const health = toHealth(name, present((await threads.run({ does: 'report' })).report));
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
      : `Keys in a token in software (${maker}): whoever has its files and its PIN has the keys`,
    status: isWriteProtected ? 'maintenance' : 'online',
    device,
  };
}

/** @throws KeyStoreError misuse when it names a key of another type */
function only(reference: string, type: Pkcs11Reference['type']): string {
  if (parseReference(reference).type === type) return reference;
  throw new KeyStoreError('misuse', `${reference} is no key for this`);
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

/** What comes out of a thread is a copy of its own and no view of a pool. */
function toBytes({ bytes }: TokenYield): Buffer {
  const { buffer, byteOffset, byteLength } = present(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function present<T>(value: T | undefined): T {
  if (value === undefined)
    throw new KeyStoreError('unavailable', 'The thread of the token left out its answer');
  return value;
}
