import { hkdfSync } from 'node:crypto';
import { gcmDecrypt, gcmEncrypt, IV_BYTES, TAG_BYTES } from '@pii-vault/platform/crypto/aes-gcm';
import { AppError } from '@pii-vault/platform/errors/app-error';

const FRAME_BYTES = 256 * 1024;
const HEAD_BYTES = 5;

/** Reads exactly so many bytes; fewer are an error. */
export type ReadExactly = (bytes: number) => Promise<Buffer>;

export function damaged(): AppError {
  const message = 'The backup is damaged, or was made with another key';
  return new AppError('DATA_LOSS', 'BACKUP_DAMAGED', message);
}

/**
 * One section's key: HKDF-SHA256 of a backup key, salted with the digest of the header, so that a section opens in
 * its own archive, under its own name and nowhere else.
 */
export function sectionKey(backupKey: Uint8Array, headerSha256: Uint8Array, section: string): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, headerSha256, `pii-vault backup ${section}`, 32));
}

/**
 * Bytes as frames: length (4, big-endian, with the tag), last (1), AES-256-GCM ciphertext, tag. The nonce counts the
 * frames and the AAD says which one is the last (the STREAM construction, Hoang et al., 2015): frames that are cut
 * off, put elsewhere or repeated do not open. A key seals one section, so no nonce is used twice.
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

/** The bytes of a section. @throws AppError DATA_LOSS BACKUP_DAMAGED */
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
