import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyStore, KeyStoreError, type KeyStoreFault, MAX_WRAP_BYTES } from './key-store.ts';

/** A key store under test, with test-only operations. */
export interface StoreUnderTest {
  readonly store: KeyStore;
  /** The same keys through a new adapter, as after a restart. */
  reopen(): Promise<KeyStore>;
}

/** Contract tests that every adapter passes. `open` creates an empty store. */
export function keyStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`key store contract: ${name}`, () => {
    wrapping(open);
    signing(open);
    lifeOfKeys(open);
  });
}

const aad = Buffer.from('purpose and owner');

async function faultOf(promise: Promise<unknown>): Promise<KeyStoreFault | 'no error'> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    if (error instanceof KeyStoreError) return error.fault;
    throw error;
  }
}

function wrapping(open: () => Promise<StoreUnderTest>): void {
  it('unwraps what it wrapped, for every allowed length', async () => {
    const { store } = await open();
    const { reference } = await store.generateKey('AES-256-GCM');
    for (const length of [1, 32, MAX_WRAP_BYTES]) {
      const plaintext = randomBytes(length);
      const wrapped = await store.wrap(reference, plaintext, aad);
      expect(await store.unwrap(reference, wrapped, aad)).toEqual(plaintext);
    }
    for (const length of [0, MAX_WRAP_BYTES + 1])
      expect(await faultOf(store.wrap(reference, randomBytes(length), aad))).toBe('misuse');
  });

  it('uses a new IV each time', async () => {
    const { store } = await open();
    const { reference } = await store.generateKey('AES-256-GCM');
    const plaintext = randomBytes(32);
    const wraps = await Promise.all(Array.from({ length: 50 }, () => store.wrap(reference, plaintext, aad)));
    expect(new Set(wraps.map((wrapped) => wrapped.toString('hex'))).size).toBe(50);
  });

  it('refuses another AAD, another key, and every flipped bit', async () => {
    const { store } = await open();
    const { reference } = await store.generateKey('AES-256-GCM');
    const other = await store.generateKey('AES-256-GCM');
    const wrapped = await store.wrap(reference, randomBytes(32), aad);
    expect(await faultOf(store.unwrap(reference, wrapped, Buffer.from('another purpose')))).toBe('integrity');
    expect(await faultOf(store.unwrap(other.reference, wrapped, aad))).toBe('integrity');
    for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
      const flipped = Buffer.from(wrapped);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await faultOf(store.unwrap(reference, flipped, aad))).toBe('integrity');
    }
    for (const length of [0, 1, 27, wrapped.length - 1])
      expect(await faultOf(store.unwrap(reference, wrapped.subarray(0, length), aad))).toBe('integrity');
  });
}

function signing(open: () => Promise<StoreUnderTest>): void {
  it('signs so that the described public key verifies', async () => {
    const { store } = await open();
    const { reference, publicKey } = await store.generateKey('Ed25519');
    expect(publicKey).toHaveLength(32);
    const x = (publicKey ?? Buffer.alloc(0)).toString('base64url');
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
    const message = randomBytes(100);
    const signature = await store.sign(reference, message);
    expect(signature).toHaveLength(64);
    expect(verify(null, message, key, signature)).toBe(true);
    expect(verify(null, randomBytes(100), key, signature)).toBe(false);
  });

  it('refuses a key of another algorithm', async () => {
    const { store } = await open();
    const wrapping = await store.generateKey('AES-256-GCM');
    const signer = await store.generateKey('Ed25519');
    expect(await faultOf(store.sign(wrapping.reference, aad))).toBe('misuse');
    expect(await faultOf(store.wrap(signer.reference, aad, aad))).toBe('misuse');
    expect(wrapping.publicKey).toBeUndefined();
  });
}

function lifeOfKeys(open: () => Promise<StoreUnderTest>): void {
  it('describes a key as created, also after a restart', async () => {
    const { store, reopen } = await open();
    const made = await store.generateKey('Ed25519');
    const wrapper = await store.generateKey('AES-256-GCM');
    const wrapped = await store.wrap(wrapper.reference, aad, aad);
    const restarted = await reopen();
    expect(await restarted.describe(made.reference)).toEqual(made);
    expect(await restarted.unwrap(wrapper.reference, wrapped, aad)).toEqual(aad);
  });

  it('refuses a destroyed key, and destroys twice without an error', async () => {
    const { store, reopen } = await open();
    const { reference } = await store.generateKey('AES-256-GCM');
    const kept = await store.generateKey('AES-256-GCM');
    const wrapped = await store.wrap(reference, aad, aad);
    await store.destroy(reference);
    await store.destroy(reference);
    for (const instance of [store, await reopen()]) {
      expect(await instance.describe(reference)).toBeUndefined();
      expect(await faultOf(instance.unwrap(reference, wrapped, aad))).toBe('absent');
      expect(await faultOf(instance.wrap(reference, aad, aad))).toBe('absent');
      expect(await instance.describe(kept.reference)).toEqual(kept);
    }
  });

  it('refuses references of other stores', async () => {
    const { store } = await open();
    for (const reference of ['', 'local:', 'local:../../etc/passwd', 'unknown:1'])
      expect(await faultOf(store.describe(reference))).toBe('misuse');
  });

  it('is online and identifies itself', async () => {
    const { store } = await open();
    const health = await store.health();
    expect(health.status).toBe('online');
    expect(health.notice).not.toBe('');
    expect(health.name).not.toBe('');
  });
}
