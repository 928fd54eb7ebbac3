import { createSecretKey, hash, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { blake3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { blake3Module } from './blake3-module.ts';
import { ScopePrfs } from './keyed-prf.ts';

const key = Buffer.alloc(32, 9);
const derived = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), 'pii-vault encoding test', 32));
const prf = new ScopePrfs(createSecretKey(key)).prf('test');
const hex = (words: Uint32Array) =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('hex');
const expected = async (text: string) => blake3(text, 512, derived);

describe('the compression function', () => {
  it("gives the BLAKE3 team's published keyed hash of the empty input", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const { compress } = new WebAssembly.Instance(blake3Module(), { m: { m: memory } }).exports;
    new Uint8Array(memory.buffer).set(Buffer.from('whats the Elvish word for friend'), 512);
    if (typeof compress === 'function') compress(0, 512, 256, 0, 1 + 2 + 8 + 16);
    // test_vectors.json, keyed_hash of no input
    expect(Buffer.from(memory.buffer, 256, 32).toString('hex')).toBe(
      '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
    );
  });
});

describe('a PRF', () => {
  it('is keyed BLAKE3 for texts of any script up to a chunk, whatever was hashed before', async () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.constantFrom('', 'a'.repeat(64), 'a'.repeat(65), 'a'.repeat(1_024), 'é'.repeat(512)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const found = hex(prf(text));
        expect(found).toBe(await expected(text));
      }),
    );
  });

  it('separates texts by bars, in ASCII and other scripts', async () => {
    expect(hex(prf('1980-02-29', 'rs'))).toBe(await expected('1980-02-29|rs'));
    expect(hex(prf('12', 'mg', '560001'))).toBe(await expected('12|mg|560001'));
    expect(hex(prf('12', 'ஶ்ரீ', '560001'))).toBe(await expected('12|ஶ்ரீ|560001'));
  });

  it('hashes longer texts by their SHA-256', async () => {
    for (const text of ['a'.repeat(1_025), 'अ'.repeat(342)])
      expect(hex(prf(text))).toBe(await expected(`\0${hash('sha256', text, 'hex')}`));
  });

  it('throws once wiped', () => {
    const prfs = new ScopePrfs(createSecretKey(key));
    const wiped = prfs.prf('test');
    expect(hex(wiped('a'))).toBe(hex(prf('a')));
    prfs.wipe();
    expect(() => wiped('a')).toThrow('wiped');
  });

  it('needs 32 bytes of key', () => {
    expect(() => new ScopePrfs(createSecretKey(Buffer.alloc(16)))).toThrow(RangeError);
  });
});
