import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { AppError } from '@pii-vault/platform/errors/app-error';

export function tooLarge(): AppError {
  return new AppError('INVALID_ARGUMENT', 'PAYLOAD_TOO_LARGE', 'The body is larger than this call allows');
}

/** Inflated bytes for each byte that was sent, at most: deploy/decisions/0014-room-for-imports.md. */
const MAX_RATIO = 100;
/** Up to this size any ratio passes. */
const RATIO_FROM_BYTES = 1024 * 1024;

function tooDense(): AppError {
  const message = `The body inflates to more than ${MAX_RATIO} times its size; send it with less compression`;
  return new AppError('INVALID_ARGUMENT', 'COMPRESSION_RATIO', message);
}

function badEncoding(): AppError {
  return new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding is gzip or nothing');
}

function requestTimeout(): AppError {
  return new AppError('INVALID_ARGUMENT', 'REQUEST_TIMEOUT', 'The body did not arrive in time');
}

/**
 * The body as chunks, inflated when it came gzipped. The limit counts inflated bytes, so a gzip bomb ends
 * after `limitBytes`, and a smaller one at its ratio; a Content-Length above it is refused before a byte is read. Backpressure reaches the
 * socket: nothing is read ahead of the consumer, whose own time is not held against the sender.
 * @param patienceMs how long the sender may take for the next chunk
 * @throws AppError PAYLOAD_TOO_LARGE, COMPRESSION_RATIO, UNSUPPORTED_MEDIA_TYPE, MALFORMED_BODY, REQUEST_TIMEOUT
 */
export async function* bodyChunks(
  request: IncomingMessage,
  limitBytes: number,
  patienceMs: () => number,
): AsyncGenerator<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') throw badEncoding();
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const gunzip = encoding === 'gzip' ? inflated(request) : undefined;
  // The socket has to survive an early end: the answer still goes out on it.
  const source = gunzip ?? request.iterator({ destroyOnReturn: false });
  const chunks = source[Symbol.asyncIterator]();
  let received = 0;
  try {
    for (;;) {
      const next = await within(patienceMs(), chunks.next());
      if (next.done === true) return;
      const bytes: Buffer = next.value;
      received += bytes.length;
      if (received > limitBytes) throw tooLarge();
      if (gunzip !== undefined && received > Math.max(RATIO_FROM_BYTES, gunzip.bytesWritten * MAX_RATIO))
        throw tooDense();
      yield bytes;
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : broken(thrown);
  } finally {
    // Not awaited: after a timeout it ends only when the connection does.
    chunks.return?.().catch(() => {});
  }
}

async function within<T>(ms: number, next: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(requestTimeout()), Math.max(0, ms));
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}

function inflated(request: IncomingMessage) {
  const gunzip = createGunzip();
  request.on('error', (error) => gunzip.destroy(error));
  request.on('aborted', () => gunzip.destroy(new Error('aborted')));
  return request.pipe(gunzip);
}

function broken(cause: unknown): AppError {
  return new AppError('INVALID_ARGUMENT', 'MALFORMED_BODY', 'The body is cut short or not valid gzip', {
    cause,
  });
}

/** The whole body, at most `limitBytes` after decompression; it has `patienceMs` to arrive. */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
  patienceMs: number,
): Promise<Buffer> {
  const endsAt = performance.now() + patienceMs;
  const chunks: Buffer[] = [];
  for await (const chunk of bodyChunks(request, limitBytes, () => endsAt - performance.now()))
    chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}
