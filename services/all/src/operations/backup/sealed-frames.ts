import { hkdfSync } from 'node:crypto';
import { gcmDecrypt, gcmEncrypt, IV_BYTES, TAG_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import { type AppError, dataLoss } from '@pii-vault/platform/core/errors/app-error';

const FRAME_BYTES = 256 * 1024;
const HEAD_BYTES = 5;

/** Reads exactly this many bytes; a shorter read is an error. */
export type ReadExactly = (bytes: number) => Promise<Buffer>;

export function damaged(): AppError {
  const message = 'The backup is damaged, or was created with another key';
  return dataLoss('BACKUP_DAMAGED', message);
}

/**
 * Key of one section: HKDF-SHA256 of a backup key, salted with the digest of the header. A section opens only in its
 * own archive and under its own name.
 */
export function sectionKey(backupKey: Uint8Array, headerSha256: Uint8Array, section: string): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, headerSha256, `pii-vault backup ${section}`, 32));
}

/**
 * Frame format: length (4, big-endian, with the tag), last (1), AES-256-GCM ciphertext, tag. The nonce counts the
 * frames and the AAD marks the last one (the STREAM construction, Hoang et al., 2015): truncated, moved or repeated
 * frames do not open. A key encrypts one section, so no nonce is reused.
 */
export async function* sealFrames(key: Buffer, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  let count = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    size += chunk.length;
    while (size > FRAME_BYTES) {
      const all = Buffer.concat(held);
      yield sealFrame(key, count++, false, all.subarray(0, FRAME_BYTES));
      held = [all.subarray(FRAME_BYTES)];
      size -= FRAME_BYTES;
    }
  }
  yield sealFrame(key, count, true, Buffer.concat(held));
}

/** Decrypts the bytes of a section. @throws AppError DATA_LOSS BACKUP_DAMAGED */
export async function* openFrames(key: Buffer, read: ReadExactly): AsyncGenerator<Buffer> {
  for (let count = 0; ; count += 1) {
    const head = await read(HEAD_BYTES);
    const length = head.readUInt32BE(0);
    if (length < TAG_BYTES || length > FRAME_BYTES + TAG_BYTES) throw damaged();
    const isLast = head[4] === 1;
    yield openFrame(key, count, isLast, await read(length));
    if (isLast) return;
  }
}

function sealFrame(key: Buffer, count: number, isLast: boolean, bytes: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(bytes.length + TAG_BYTES, 0);
  head[4] = isLast ? 1 : 0;
  return gcmEncrypt(key, nonceOf(count), aadOf(isLast), bytes, [head]);
}

function openFrame(key: Buffer, count: number, isLast: boolean, sealed: Buffer): Buffer {
  return gcmDecrypt(key, nonceOf(count), aadOf(isLast), sealed, damaged);
}

const aadOf = (isLast: boolean) => Buffer.from([isLast ? 1 : 0]);

function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(IV_BYTES);
  nonce.writeBigUInt64BE(BigInt(count), 4);
  return nonce;
}
