import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { expand } from './expand.ts';
import { gcmOpen, gcmSeal, IV_BYTES } from './gcm.ts';
import { IntegrityError } from './integrity-error.ts';
import { lengthPrefixed } from './length-prefixed.ts';
import type { RandomPool } from './random-pool.ts';

/** Whose data key, and which one: bound into the wrap, the commitment and every ciphertext. */
export interface DataKeyName {
  readonly companyId: number;
  readonly individualId: number;
  /** Grows by one at each re-keying of the person, from 1. */
  readonly version: number;
}

/** A company's field key as crypto opened it. */
export interface FieldKey {
  readonly companyId: number;
  readonly keyId: string;
  readonly version: number;
  readonly key: KeyObject;
}

/** What the database keeps of a data key. */
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
  /** A person's fields have this start of their AAD in common (sealed-field.ts). */
  aadStart: Buffer | undefined;
  readonly #secret: KeyObject;
  #mac: KeyObject | undefined;

  constructor(name: DataKeyName, secret: KeyObject) {
    this.name = name;
    this.#secret = secret;
    this.encryption = createSecretKey(expand(secret, infoOf('pii-vault field encryption', name)));
  }

  /** Keys the comparison of values (valueMac) inside this person's record, and nothing else. */
  get mac(): KeyObject {
    this.#mac ??= createSecretKey(expand(this.#secret, infoOf('pii-vault value mac', this.name)));
    return this.#mac;
  }

  /** Wraps this key under a field key version of its company: at creation and at a rewrap. */
  wrapUnder(fieldKey: FieldKey, random: RandomPool): WrappedDataKey {
    requireSameCompany(this.name, fieldKey);
    const secret = this.#secret.export();
    const wrapped = gcmSeal(fieldKey.key, random.take(IV_BYTES), wrapTuple(this.name, fieldKey), secret);
    secret.fill(0);
    return {
      fieldKeyVersion: fieldKey.version,
      wrapped,
      commitment: commitmentOf(this.#secret, this.name, fieldKey),
    };
  }
}

export function newDataKey(name: DataKeyName, random: RandomPool): DataKey {
  return new DataKey(name, createSecretKey(random.take(SECRET_BYTES)));
}

/** @throws IntegrityError for a wrap of another company, person, version or field key, or a wrong commitment */
export function openDataKey(name: DataKeyName, fieldKey: FieldKey, stored: WrappedDataKey): DataKey {
  requireSameCompany(name, fieldKey);
  if (stored.fieldKeyVersion !== fieldKey.version) throw new IntegrityError();
  const bytes = gcmOpen(fieldKey.key, wrapTuple(name, fieldKey), stored.wrapped);
  if (bytes.length !== SECRET_BYTES) throw new IntegrityError();
  const secret = createSecretKey(bytes);
  bytes.fill(0);
  const commitment = commitmentOf(secret, name, fieldKey);
  if (stored.commitment.length !== commitment.length || !timingSafeEqual(stored.commitment, commitment)) {
    throw new IntegrityError();
  }
  return new DataKey(name, secret);
}

function commitmentOf(secret: KeyObject, name: DataKeyName, fieldKey: FieldKey): Buffer {
  return expand(secret, Buffer.concat([COMMITMENT_LABEL, wrapTuple(name, fieldKey)]));
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
