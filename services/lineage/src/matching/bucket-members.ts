import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import { dataLoss } from '@pii-vault/platform/core/errors/app-error';

/** Bytes of a member, and of its block: record id ‖ token, 64 bits little-endian each. */
export const MEMBER_BYTES = 16;

/** Names records in buckets by a pseudonym per token, so that rows of one record cannot be linked to each other. */
export interface MemberCipher {
  /** The members of blocks: as many bytes. */
  seal(blocks: Buffer): Buffer;
  /** Record ids of the members of buckets. @throws AppError DATA_LOSS SEALED_INTEGRITY when one is not of its token */
  open(buckets: readonly SealedBucket[]): number[][];
}

export interface SealedBucket {
  readonly token: bigint;
  /** One after another. */
  readonly members: Buffer;
}

const ciphers = new WeakMap<Buffer, MemberCipher>();

/**
 * A member is one block of AES-256 (FIPS 197) over record id ‖ token: no block comes
 * twice, so that the mode needs neither IV nor chaining, and a row is found again by what it says.
 * @param storeKey 32 bytes; the block key is derived from it (HKDF-SHA-256, RFC 5869) and lives as long as it does
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
      // One call for all: setting up a cipher costs more than a thousand blocks.
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

/** Members as a column of type uuid has them. */
export function uuidsOf(members: Buffer): string[] {
  const uuids: string[] = [];
  for (let at = 0; at < members.length; at += MEMBER_BYTES)
    uuids.push(members.toString('hex', at, at + MEMBER_BYTES));
  return uuids;
}
