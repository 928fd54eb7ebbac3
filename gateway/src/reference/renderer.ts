import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { edgeOf } from '../edge/edge-request.ts';

const name = 'scalar-1.76.0.js';
/** The version is in the name, so browsers may cache it. */
export const rendererPath = `/assets/${name}`;
export const rendererFile = join(import.meta.dirname, '../../renderer', `${name}.gz`);

const decompress = promisify(gunzip);

/** Serves the script of /api/docs, stored compressed and read at the first request. */
export function docsRenderer(): RequestHandler {
  let compressed: Promise<Buffer> | undefined;
  return async (req, res, next) => {
    if (req.path !== rendererPath || req.method !== 'GET') return next();
    compressed ??= readFile(rendererFile);
    const bytes = await compressed;
    const takesGzip = req.acceptsEncodings('gzip') !== false;
    edgeOf(res).route = 'asset';
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    res.vary('Accept-Encoding');
    if (takesGzip) res.setHeader('Content-Encoding', 'gzip');
    res.end(takesGzip ? bytes : await decompress(bytes));
  };
}
