import { hash, hkdfSync, type KeyObject } from 'node:crypto';
import { blake3Module } from './blake3-module.ts';

/**
 * A keyed pseudo-random function of one to three texts without bars: 16 words, which the next call of any of the
 * scope's functions overwrites.
 */
export type Prf = (text: string, second?: string, third?: string) => Uint32Array;

const CHUNK_START = 1;
const CHUNK_END = 2;
const ROOT = 8;
const KEYED_HASH = 16;
const BLOCK_BYTES = 64;
const CHUNK_BYTES = 1024;
const KEY_BYTES = 32;

// Memory layout: the text, the output, the keys.
const OUTPUT = CHUNK_BYTES;
const KEYS = OUTPUT + BLOCK_BYTES;

type Compress = (block: number, chain: number, length: number, flags: number) => void;

const module = blake3Module();
const utf8 = new TextEncoder();

/**
 * Keyed BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020, section 2.3) with 64 bytes of output, under one key
 * for each use: HKDF-SHA-256 (RFC 5869) of the scope's index key, with the use as info. A text of more than 1,024 bytes
 * is replaced by its SHA-256 after a NUL, with which no text begins.
 */
export class ScopePrfs {
  readonly #key: KeyObject;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #bytes = new Uint8Array(this.#memory.buffer);
  readonly #compress: Compress;
  #uses = 0;
  #isWiped = false;

  /** @param key the scope's index key, 32 bytes */
  constructor(key: KeyObject) {
    if (key.symmetricKeySize !== KEY_BYTES) throw new RangeError('An index key has 32 bytes');
    this.#key = key;
    const { compress } = new WebAssembly.Instance(module, { m: { m: this.#memory } }).exports;
    if (typeof compress !== 'function') throw new TypeError('The module exports no function');
    this.#compress = (block, chain, length, flags) => compress(block, chain, OUTPUT, length, flags);
  }

  /** @param use label; no two uses share outputs */
  prf(use: string): Prf {
    const key = KEYS + KEY_BYTES * this.#uses;
    this.#uses += 1;
    const derived = new Uint8Array(
      hkdfSync('sha256', this.#key, new Uint8Array(0), `pii-vault encoding ${use}`, KEY_BYTES),
    );
    this.#bytes.set(derived, key);
    derived.fill(0);
    const output = new Uint32Array(this.#memory.buffer, OUTPUT, BLOCK_BYTES / 4);
    return (text, second, third) => {
      if (this.#isWiped) throw new Error('The keys of this scope are wiped');
      this.#digest(key, this.#write(text, second, third));
      return output;
    };
  }

  /** Overwrites keys and texts; the functions throw from now on. */
  wipe(): void {
    this.#isWiped = true;
    this.#bytes.fill(0);
  }

  /** Writes the texts' bytes to the input, separated by bars, and returns their number. */
  #write(text: string, second: string | undefined, third: string | undefined): number {
    let length = this.#append(text, 0);
    if (second !== undefined) length = this.#append(second, this.#append('|', length));
    if (third !== undefined) length = this.#append(third, this.#append('|', length));
    if (length < 0) length = this.#writeEncoded([text, second, third]);
    // Clears the rest of an earlier text from the block.
    const end = Math.max(BLOCK_BYTES, (length + BLOCK_BYTES - 1) & -BLOCK_BYTES);
    for (let at = length; at < end; at += 1) this.#bytes[at] = 0;
    return length;
  }

  /** The next free offset; negative when a text does not fit or is not ASCII. */
  #append(text: string, from: number): number {
    const bytes = this.#bytes;
    if (from < 0 || from + text.length > CHUNK_BYTES) return -1;
    let all = 0;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      bytes[from + i] = code;
      all |= code;
    }
    return all > 0x7f ? -1 : from + text.length;
  }

  #writeEncoded(texts: ReadonlyArray<string | undefined>): number {
    const encoded = utf8.encode(texts.filter((text) => text !== undefined).join('|'));
    const fits = encoded.length <= CHUNK_BYTES;
    const used = fits ? encoded : utf8.encode(`\0${hash('sha256', encoded, 'hex')}`);
    this.#bytes.set(used);
    return used.length;
  }

  #digest(key: number, length: number): void {
    let chain = key;
    let flags = KEYED_HASH | CHUNK_START;
    let at = 0;
    for (; at + BLOCK_BYTES < length; at += BLOCK_BYTES) {
      this.#compress(at, chain, BLOCK_BYTES, flags);
      chain = OUTPUT;
      flags = KEYED_HASH;
    }
    this.#compress(at, chain, length - at, flags | CHUNK_END | ROOT);
  }
}
