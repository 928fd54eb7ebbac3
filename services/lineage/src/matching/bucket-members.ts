import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import { dataLoss } from '@pii-vault/platform/core/errors/app-error';

/** Bytes of a member, and of its block: record id ‖ token, 64 bits little-endian each. */
export const MEMBER_BYTES = 16;

/** Names records in buckets by a pseudonym per token, so that the rows of one record cannot be linked. */
export interface MemberCipher {
  /** The members of blocks, with the same length. */
  seal(blocks: Buffer): Buffer;
  /**
   * Record ids of the members of buckets. @throws AppError DATA_LOSS SEALED_INTEGRITY when a member does not match its
   * token
   */
  open(buckets: readonly SealedBucket[]): number[][];
}

export interface SealedBucket {
  readonly token: bigint;
  /** Concatenated. */
  readonly members: Buffer;
}

const ciphers = new WeakMap<Buffer, MemberCipher>();

/**
 * A member is one AES-256 block (FIPS 197) over record id ‖ token. No block repeats, so the mode needs neither IV nor
 * chaining, and a row can be found by its content.
 * @param storeKey 32 bytes; the block key is derived from it (HKDF-SHA-256, RFC 5869) and has the same lifetime
 */
export function memberCipher(storeKey: Buffer): MemberCipher {
  const known = ciphers.get(storeKey) ?? deriveCipher(storeKey);
  ciphers.set(storeKey, known);
  return known;
}

function deriveCipher(storeKey: Buffer): MemberCipher {
  const derived = Buffer.from(hkdfSync('sha256', storeKey, Buffer.alloc(0), 'pii-vault bucket members', 32));
  const key = createSecretKey(derived);
  return {
    seal(blocks) {
      const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(blocks), cipher.final()]);
    },
    open(buckets) {
      // One call for all: creating a cipher costs more than a thousand blocks.
      const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      const sealed = Buffer.concat(buckets.map(({ members }) => members));
      const blocks = Buffer.concat([decipher.update(sealed), decipher.final()]);
      let from = 0;
      return buckets.map(({ token, members }) => {
        from += members.length;
        return recordIdsOf(token, blocks.subarray(from - members.length, from));
      });
    },
  };
}

function recordIdsOf(token: bigint, blocks: Buffer): number[] {
  const low = Number(BigInt.asIntN(32, token));
  const high = Number(token >> 32n);
  const recordIds: number[] = [];
  for (let at = 0; at < blocks.length; at += MEMBER_BYTES) {
    if (blocks.readInt32LE(at + 8) !== low || blocks.readInt32LE(at + 12) !== high)
      throw dataLoss('SEALED_INTEGRITY', 'A bucket holds a member of another token');
    recordIds.push(blocks.readUInt32LE(at) + 2 ** 32 * blocks.readUInt32LE(at + 4));
  }
  return recordIds;
}

/** Members in the format of a uuid column. */
export function uuidsOf(members: Buffer): string[] {
  const uuids: string[] = [];
  for (let at = 0; at < members.length; at += MEMBER_BYTES)
    uuids.push(members.toString('hex', at, at + MEMBER_BYTES));
  return uuids;
}
