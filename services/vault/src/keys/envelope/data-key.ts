import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { expand } from './expand.ts';
import { gcmOpen, gcmSeal, IV_BYTES } from './gcm.ts';
import { IntegrityError } from './integrity-error.ts';
import { lengthPrefixed } from './length-prefixed.ts';
import type { RandomPool } from './random-pool.ts';

/** Owner and version of a data key: bound into the wrap, the commitment and every ciphertext. */
export interface DataKeyName {
  readonly companyId: number;
  readonly individualId: number;
  /** Starts at 1 and increases by one per re-keying of the person. */
  readonly version: number;
}

/** A company's field key, opened by crypto. */
export interface FieldKey {
  readonly companyId: number;
  readonly keyId: string;
  readonly version: number;
  readonly key: KeyObject;
}

/** The stored form of a data key. */
export interface WrappedDataKey {
  readonly fieldKeyVersion: number;
  /** iv ‖ ciphertext ‖ tag, 60 bytes. */
  readonly wrapped: Buffer;
  /** 32 bytes. Binds the ciphertexts to one key, which AES-GCM alone does not. */
  readonly commitment: Buffer;
}

const SECRET_BYTES = 32;

/** An opened data key of one person. Lives for one operation. */
export class DataKey {
  readonly name: DataKeyName;
  readonly encryption: KeyObject;
  /** The common AAD prefix of a person's fields (sealed-field.ts). */
  aadStart: Buffer | undefined;
  /** The common prefix of the person's stored values (sealed-field.ts). */
  header: Buffer | undefined;
  readonly #secret: Buffer;
  readonly #derive: KeyObject;
  #mac: KeyObject | undefined;

  /** @param derive made of `secret` */
  constructor(name: DataKeyName, secret: Buffer, derive: KeyObject) {
    this.name = name;
    this.#secret = secret;
    this.#derive = derive;
    const bytes = expand(derive, infoOf('pii-vault field encryption', name));
    this.encryption = createSecretKey(bytes);
    bytes.fill(0);
  }

  /** Key of the value comparison (valueMac) inside this person's record, used for nothing else. */
  get mac(): KeyObject {
    this.#mac ??= this.#deriveMac();
    return this.#mac;
  }

  #deriveMac(): KeyObject {
    const bytes = expand(this.#derive, infoOf('pii-vault value mac', this.name));
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return key;
  }

  /** Wraps this key under a field key version of its company: at creation and at a rewrap. */
  wrapUnder(fieldKey: FieldKey, random: RandomPool): WrappedDataKey {
    requireSameCompany(this.name, fieldKey);
    const tuple = wrapTuple(this.name, fieldKey);
    return {
      fieldKeyVersion: fieldKey.version,
      wrapped: gcmSeal(fieldKey.key, random.take(IV_BYTES), tuple, this.#secret),
      commitment: commitmentOf(this.#derive, tuple),
    };
  }
}

export function newDataKey(name: DataKeyName, random: RandomPool): DataKey {
  const drawn = random.take(SECRET_BYTES);
  // A copy: a slice would keep the whole pool in memory, and the pool the secret.
  const secret = Buffer.from(drawn);
  drawn.fill(0);
  return new DataKey(name, secret, createSecretKey(secret));
}

/** @throws IntegrityError for a wrap of another company, person, version or field key, or a wrong commitment */
export function openDataKey(name: DataKeyName, fieldKey: FieldKey, stored: WrappedDataKey): DataKey {
  requireSameCompany(name, fieldKey);
  if (stored.fieldKeyVersion !== fieldKey.version) throw new IntegrityError();
  const tuple = wrapTuple(name, fieldKey);
  const secret = gcmOpen(fieldKey.key, tuple, stored.wrapped);
  try {
    if (secret.length !== SECRET_BYTES) throw new IntegrityError();
    const derive = createSecretKey(secret);
    requireCommitment(stored.commitment, commitmentOf(derive, tuple));
    return new DataKey(name, secret, derive);
  } catch (error) {
    secret.fill(0);
    throw error;
  }
}

function requireCommitment(stored: Buffer, expected: Buffer): void {
  if (stored.length !== expected.length || !timingSafeEqual(stored, expected)) throw new IntegrityError();
}

function commitmentOf(derive: KeyObject, tuple: Buffer): Buffer {
  return expand(derive, Buffer.concat([COMMITMENT_LABEL, tuple]));
}

const COMMITMENT_LABEL = Buffer.from('pii-vault key commitment');

function wrapTuple(name: DataKeyName, fieldKey: FieldKey): Buffer {
  return lengthPrefixed('data key', name.companyId, name.individualId, name.version, fieldKey.keyId);
}

function infoOf(use: string, name: DataKeyName): Buffer {
  return lengthPrefixed(use, name.companyId, name.individualId, name.version);
}

function requireSameCompany(name: DataKeyName, fieldKey: FieldKey): void {
  if (name.companyId !== fieldKey.companyId) throw new IntegrityError();
}
