import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from '../../../signed-note/bytes.ts';

// Not WebCrypto: its digest exists on https and localhost only, and the console may run on plain http.
const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** Length of a hash, in bytes. */
export const HASH_BYTES = 32;

/** RFC 6962 section 2.1 leaf hash over `salt ‖ bytes`. */
export const leafHash = (salt: Uint8Array, bytes: Uint8Array): Uint8Array =>
  sha256(concat(LEAF_PREFIX, salt, bytes));

/** RFC 6962 section 2.1 interior hash. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concat(NODE_PREFIX, left, right));

export const plainHash = (bytes: Uint8Array): Uint8Array => sha256(bytes);
