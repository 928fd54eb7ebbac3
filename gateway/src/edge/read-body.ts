import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { AppError } from '@pii-vault/platform/errors/app-error';

export function tooLarge(): AppError {
  return new AppError('INVALID_ARGUMENT', 'PAYLOAD_TOO_LARGE', 'The body is larger than this call allows');
}

function badEncoding(): AppError {
  return new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding is gzip or nothing');
}

/** A body that arrives slower than this as a whole, or a stream that pauses as long, is given up. */
const patienceMs = 30_000;

/**
 * The body as chunks, inflated when it came gzipped. The limit counts inflated bytes, so a gzip bomb ends
 * after `limitBytes`; a Content-Length above it is refused before a byte is read. Backpressure reaches the
 * socket: nothing is read ahead of the consumer.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_BODY
 */
export async function* bodyChunks(request: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') throw badEncoding();
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  // The socket has to survive an early end: the answer still goes out on it.
  const source = encoding === 'gzip' ? inflated(request) : request.iterator({ destroyOnReturn: false });
  request.setTimeout(patienceMs, () => request.destroy(new Error('idle')));
  let received = 0;
  try {
    for await (const chunk of source) {
      const bytes: Buffer = chunk;
      received += bytes.length;
      if (received > limitBytes) throw tooLarge();
      yield bytes;
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : broken(thrown);
  } finally {
    request.setTimeout(0);
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

/** The whole body, at most `limitBytes` after decompression. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => request.destroy(new Error('slow')), patienceMs);
  try {
    for await (const chunk of bodyChunks(request, limitBytes)) chunks.push(chunk);
  } finally {
    clearTimeout(timer);
  }
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}
