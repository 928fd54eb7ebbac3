import { hash } from 'node:crypto';

/** Bytes of every hash in the tree (SHA-256). */
export const HASH_BYTES = 32;

const LEAF_PREFIX = Buffer.of(0x00);
const NODE_PREFIX = Buffer.of(0x01);

/**
 * RFC 6962 section 2.1 leaf hash of `salt ‖ bytes`: SHA-256(0x00 ‖ salt ‖ bytes), 32 bytes. The salt prevents testing a
 * guessed entry against a published hash.
 */
export function leafHash(salt: Uint8Array, bytes: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([LEAF_PREFIX, salt, bytes]), 'buffer');
}

/** RFC 6962 section 2.1 interior hash: SHA-256(0x01 ‖ left ‖ right), 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer');
}

/** RFC 6962 root of the tree without leaves: SHA-256 of the empty string. */
export function emptyRoot(): Buffer {
  return hash('sha256', Buffer.alloc(0), 'buffer');
}

export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
