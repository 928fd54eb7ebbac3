import { once } from 'node:events';
import { type FileType, type Row, responseTypes } from '@pii-vault/contract/row';
import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { Request, Response } from 'express';
import type { Cursors } from './cursor.ts';
import type { FileReply, Reply } from './handler.ts';

/**
 * Longer responses are sent as bytes: node:http allocates three bytes per character for a string (measured with 1.8
 * MB).
 */
const LONG = 65_536;

type Values = Readonly<Record<string, unknown>>;

/** Call and filters of a list: its cursors open only for them. */
export function listName(row: Row, params: unknown, query: Values, userId: number | undefined): string {
  const filters = Object.entries(query)
    .filter(([name]) => name !== 'cursor' && name !== 'limit')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([row.path, params ?? null, filters, userId ?? null]);
}

/** Sends a handler's result: status, Link rel=next, X-Total-Count, then the body. */
export function sendReply(
  res: Response,
  row: Row,
  reply: Reply<unknown>,
  list: { name: () => string; query: Values; cursors: Cursors },
): void {
  const [type = 'application/json'] = responseTypes(row);
  const text =
    typeof reply.body === 'string' && type !== 'application/json' ? reply.body : JSON.stringify(reply.body);
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
  if (reply.total !== undefined) res.setHeader('X-Total-Count', String(reply.total));
  if (reply.next !== undefined) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(list.query))
      if (name !== 'cursor') query.set(name, String(value));
    query.set('cursor', list.cursors.seal(list.name(), reply.next));
    res.setHeader('Link', `<${res.req.baseUrl}${res.req.path}?${query}>; rel="next"`);
  }
  res.statusCode = reply.status ?? row.status ?? 200;
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  if (text.length > LONG) {
    const bytes = Buffer.from(text);
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  } else {
    res.setHeader('Content-Length', Buffer.byteLength(text));
    // A string is sent together with the headers, in one write.
    res.end(text, 'utf8');
  }
}

/**
 * Streams a file. Before its first chunk an error is a normal problem response. Afterwards an error resets the
 * connection, so that no client takes the part for the whole file.
 * @param gone aborts when the client disconnects; then no further chunk is requested
 * @param idleMs idle timeout of either side
 */
export async function sendFile(
  res: Response,
  row: Row,
  { type, fileName, chunks }: FileReply<FileType>,
  { gone, idleMs }: { gone: AbortSignal; idleMs: number },
): Promise<void> {
  checkAccept(res.req, [type]);
  const source = chunks[Symbol.asyncIterator]();
  try {
    let chunk = await source.next();
    res.attachment(fileName);
    res.statusCode = row.status ?? 200;
    res.setHeader('Content-Type', type === 'application/pdf' ? type : `${type}; charset=utf-8`);
    res.setTimeout(idleMs, () => res.socket?.resetAndDestroy());
    if (res.req.method !== 'HEAD')
      for (; chunk.done !== true; chunk = await source.next()) {
        gone.throwIfAborted();
        if (chunk.value.length > 0 && !res.write(chunk.value)) await once(res, 'drain', { signal: gone });
      }
    res.end();
  } catch (thrown) {
    if (gone.aborted) return;
    if (res.headersSent) res.socket?.resetAndDestroy();
    throw thrown;
  } finally {
    await source.return?.();
  }
}

/** @throws AppError 406 when the client accepts none of the media types of the call */
export function checkAccept(request: Request, types: readonly string[]): void {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*') return;
  if (request.accepts([...types]) === false)
    throw invalidArgument('NOT_ACCEPTABLE', `This call responds with ${types.join(' or ')}`);
}
