import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { Row } from '@pii-vault/contract/row';
import { MalformedJson, parseStrictJson } from '@pii-vault/contract/strict-json';
import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';

const tooLarge = () => invalidArgument('PAYLOAD_TOO_LARGE', 'The body is larger than this call allows');

/** Maximum ratio of inflated to received bytes: deploy/decisions/0014-room-for-imports.md. */
const MAX_RATIO = 100;
/** Below this size any ratio is allowed. */
const RATIO_FROM_BYTES = 1024 * 1024;

function tooDense(): AppError {
  const message = `The body inflates to more than ${MAX_RATIO} times its size; send it with less compression`;
  return invalidArgument('COMPRESSION_RATIO', message);
}

const badEncoding = () =>
  invalidArgument('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip or absent');

const requestTimeout = () => invalidArgument('REQUEST_TIMEOUT', 'The body did not arrive in time');

const heldContinues = new WeakMap<IncomingMessage, () => void>();

/**
 * Holds "100 Continue" back until the body is read, so that a request that is refused by its head never invites the
 * body. Without the invitation a client may send the body or not: then the connection ends with the response (RFC 9110,
 * section 10.1.1).
 */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  const isKeptAlive = response.shouldKeepAlive;
  response.shouldKeepAlive = false;
  heldContinues.set(request, () => {
    response.shouldKeepAlive = isKeptAlive;
    response.writeContinue();
  });
}

/** Whether the client waits for "100 Continue" with its body. */
export const isContinueHeld = (request: IncomingMessage): boolean => heldContinues.has(request);

/** A body up to this size is parsed within a tenth of a millisecond. */
const SMALL_BYTES = 8 * 1024;

/** Whether a JSON body may have more than SMALL_BYTES once it is inflated: its head does not exclude it. */
export function isLargeBody({ headers }: IncomingMessage, { body }: Row): boolean {
  if (body?.schema === undefined) return false;
  const isSized = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined;
  return !isSized || Number(headers['content-length'] ?? 0) > SMALL_BYTES;
}

function inviteBody(request: IncomingMessage): void {
  heldContinues.get(request)?.();
  heldContinues.delete(request);
}

/**
 * Yields the body in chunks, inflated if it is gzipped. The limit applies to inflated bytes, so a gzip bomb ends
 * after `limitBytes` or at the maximum ratio; a larger Content-Length is refused before reading. Backpressure reaches
 * the socket: nothing is read ahead, and time of the consumer does not count against the sender.
 * @param patienceMs timeout for the sender's next chunk
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
  inviteBody(request);
  const gunzip = encoding === 'gzip' ? inflated(request) : undefined;
  // The socket must survive an early end, because the response is still sent on it.
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
    // Not awaited: after a timeout it resolves only with the end of the connection.
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

const broken = (cause: unknown) =>
  invalidArgument('MALFORMED_BODY', 'The body is truncated or not valid gzip', { cause });

/** Reads the whole body, at most `limitBytes` after decompression, within `patienceMs`. */
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

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a body as strict JSON in UTF-8 (RFC 8259 section 8.1). @throws AppError INVALID_ARGUMENT / MALFORMED_JSON */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(decode(bytes));
  } catch (thrown) {
    if (!(thrown instanceof MalformedJson)) throw thrown;
    throw invalidArgument('MALFORMED_JSON', `The body: ${thrown.message}`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedJson('Not valid UTF-8');
  }
}
