import type { Row } from '@pii-vault/contract/row';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { z } from 'zod';

const compress = compression({ threshold: 1024 });

/**
 * Compresses lists from 1 kB on; undefined for every other call. What a client states a purpose for may hold values in
 * clear text: its length says nothing about them as long as it is not compressed. Files are streamed as they are.
 */
export function compressionOf(row: Row): RequestHandler | undefined {
  if (row.method !== 'GET' || row.files !== undefined || !(row.response instanceof z.ZodArray))
    return undefined;
  return (req, res, next) => ('purpose' in req.query ? next() : compress(req, res, next));
}
