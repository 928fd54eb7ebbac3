import { once } from 'node:events';
import type { FileType, Row } from '@pii-vault/contract/row';
import type { Response } from 'express';
import type { FileReply } from './handler.ts';
import { checkAccept } from './media-type.ts';

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
