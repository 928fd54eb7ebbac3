import { type Row, responseTypes } from '@pii-vault/contract/row';
import type { Response } from 'express';
import type { Cursors } from './cursor.ts';
import type { Reply } from './handler.ts';

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
