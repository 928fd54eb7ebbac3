import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from '../core/crypto/hmac-sha256.ts';
import { invalidArgument } from '../core/errors/app-error.ts';

/** The sort key of the last row of a page, in the order of the ORDER BY. */
export type CursorValues = readonly (string | number | boolean | null)[];

const TAG_BYTES = 16;

/**
 * An opaque, authenticated position in a list. `list` names the list with everything that decides its rows
 * (route, company, filters, sort), so that a cursor of one list is refused by another. The tag is cut to 128 bits
 * (RFC 2104, section 5).
 */
export function encodeCursor(key: KeyObject, list: string, values: CursorValues): string {
  const body = Buffer.from(JSON.stringify(values));
  return Buffer.concat([tag(key, list, body), body]).toString('base64url');
}

/** @throws AppError INVALID_ARGUMENT INVALID_CURSOR for a cursor that this key did not make for this list */
export function decodeCursor(key: KeyObject, list: string, cursor: string): CursorValues {
  if (!/^[A-Za-z0-9_-]{24,2048}$/.test(cursor)) throw invalidCursor();
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(TAG_BYTES);
  if (
    bytes.toString('base64url') !== cursor ||
    !timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(key, list, body))
  )
    throw invalidCursor();
  const values: CursorValues = JSON.parse(body.toString());
  return values;
}

function tag(key: KeyObject, list: string, body: Buffer): Buffer {
  const name = Buffer.from(list);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  return hmacSha256(key, Buffer.concat([length, name, body])).subarray(0, TAG_BYTES);
}

const invalidCursor = () =>
  invalidArgument('INVALID_CURSOR', 'This page link is not valid any more; start again');
