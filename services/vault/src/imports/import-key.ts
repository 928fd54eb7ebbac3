import { createSecretKey, type KeyObject } from 'node:crypto';
import type { FieldKey } from '../keys/envelope/data-key.ts';
import { gcmOpen, gcmSeal, IV_BYTES } from '../keys/envelope/gcm.ts';
import { IntegrityError } from '../keys/envelope/integrity-error.ts';
import { lengthPrefixed } from '../keys/envelope/length-prefixed.ts';
import type { RandomPool } from '../keys/envelope/random-pool.ts';

/** Bytes of a file in one stored chunk; the last may hold fewer. */
export const CHUNK_BYTES = 524_288;

const KEY_BYTES = 32;

/** Identity of an import: bound into its wrapped key and every chunk. */
export interface ImportName {
  readonly companyId: number;
  readonly importId: number;
}

/** The key of one import: 32 random bytes, wrapped by the company's field key, destroyed when the import ends. */
export class ImportKey {
  readonly #name: ImportName;
  readonly #key: KeyObject;

  private constructor(name: ImportName, key: KeyObject) {
    this.#name = name;
    this.#key = key;
  }

  /** A new key and its wrap (iv ‖ ciphertext ‖ tag, 60 bytes). */
  static create(
    name: ImportName,
    fieldKey: FieldKey,
    random: RandomPool,
  ): { key: ImportKey; wrapped: Buffer } {
    const secret = random.take(KEY_BYTES);
    const wrapped = gcmSeal(fieldKey.key, random.take(IV_BYTES), wrapAad(name, fieldKey), secret);
    const key = new ImportKey(name, createSecretKey(secret));
    secret.fill(0);
    return { key, wrapped };
  }

  /** @throws IntegrityError when the wrap is another import's, another field key's, or changed */
  static open(name: ImportName, fieldKey: FieldKey, wrapped: Buffer): ImportKey {
    const secret = gcmOpen(fieldKey.key, wrapAad(name, fieldKey), wrapped);
    try {
      if (secret.length !== KEY_BYTES) throw new IntegrityError();
      return new ImportKey(name, createSecretKey(secret));
    } finally {
      secret.fill(0);
    }
  }

  sealChunk(index: number, bytes: Buffer, random: RandomPool): Buffer {
    return gcmSeal(this.#key, random.take(IV_BYTES), this.#aad('import chunk', index), bytes);
  }

  /** @throws IntegrityError when the chunk was moved or changed */
  openChunk(index: number, sealed: Buffer): Buffer {
    return gcmOpen(this.#key, this.#aad('import chunk', index), sealed);
  }

  /** Column names are the caller's text, so the plan is encrypted like the file. */
  sealPlan(json: string, random: RandomPool): Buffer {
    return gcmSeal(this.#key, random.take(IV_BYTES), this.#aad('import plan', 0), Buffer.from(json));
  }

  openPlan(sealed: Buffer): string {
    return gcmOpen(this.#key, this.#aad('import plan', 0), sealed).toString('utf8');
  }

  #aad(kind: string, index: number): Buffer {
    return lengthPrefixed(kind, this.#name.companyId, this.#name.importId, index);
  }
}

/** The same key wrapped under another field key of the company. @throws IntegrityError */
export function rewrapImportKey(
  name: ImportName,
  { from, to }: { readonly from: FieldKey; readonly to: FieldKey },
  wrapped: Buffer,
  random: RandomPool,
): Buffer {
  const secret = gcmOpen(from.key, wrapAad(name, from), wrapped);
  const again = gcmSeal(to.key, random.take(IV_BYTES), wrapAad(name, to), secret);
  secret.fill(0);
  return again;
}

const wrapAad = (name: ImportName, fieldKey: FieldKey): Buffer =>
  lengthPrefixed('import key', name.companyId, name.importId, fieldKey.keyId);
