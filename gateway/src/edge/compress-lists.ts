import type { Row } from '@pii-vault/contract/row';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { z } from 'zod';

const compress = compression({ threshold: 1024 });

/**
 * Compresses lists from 1 kB on; undefined for every other call. Responses to calls with a purpose may contain
 * plaintext values: uncompressed, their length discloses nothing about them. Files are streamed uncompressed.
 */
export function compressionOf(row: Row): RequestHandler | undefined {
  if (row.method !== 'GET' || row.files !== undefined || !(row.response instanceof z.ZodArray))
    return undefined;
  return (req, res, next) => ('purpose' in req.query ? next() : compress(req, res, next));
}
