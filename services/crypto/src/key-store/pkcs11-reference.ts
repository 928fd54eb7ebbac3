import { randomBytes } from 'node:crypto';
import { KeyStoreError } from './key-store.ts';

/**
 * Identifies a key on a token by its CKA_ID as in RFC 7512: `pkcs11:type=secret-key;id=%01%93…`, with the id's bytes
 * percent-encoded. The id is a UUIDv7 (RFC 9562): its first 48 bits are the creation time, which a token does not
 * store.
 */
export interface Pkcs11Reference {
  readonly type: 'secret-key' | 'private';
  /** 16 bytes. */
  readonly id: Buffer;
}

const REFERENCE = /^pkcs11:type=(secret-key|private);id=((?:%[0-9a-f]{2}){16})$/;

/** A UUIDv7 of `at`: 48 bits of milliseconds, version, variant and 74 random bits. */
export function newKeyId(at: Date): Buffer {
  const id = randomBytes(16);
  id.writeUIntBE(at.getTime(), 0, 6);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x70;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return id;
}

export function madeAt(id: Uint8Array): Date {
  return new Date(Buffer.from(id).readUIntBE(0, 6));
}

export function formatReference({ type, id }: Pkcs11Reference): string {
  return `pkcs11:type=${type};id=${id.toString('hex').replace(/../g, '%$&')}`;
}

/** @throws KeyStoreError misuse */
export function parseReference(reference: string): Pkcs11Reference {
  const [, type, id] = REFERENCE.exec(reference) ?? [];
  if ((type !== 'secret-key' && type !== 'private') || id === undefined)
    throw new KeyStoreError('misuse', 'The reference is not one of a key on a token');
  return { type, id: Buffer.from(id.replaceAll('%', ''), 'hex') };
}
