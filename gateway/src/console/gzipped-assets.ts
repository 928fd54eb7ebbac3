import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { edgeOf } from '../edge/edge-request.ts';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const compress = promisify(gzip);

/**
 * Serves hashed files of the console as gzip, compressed once and cached in memory: they never change and are few.
 * Passes other requests to the next handler.
 */
export function gzippedAssets(assets: string): RequestHandler {
  const kept = new Map<string, Promise<Buffer | undefined>>();
  return async (req, res, next) => {
    const [, name = '', extension = ''] = /^\/assets\/([\w.-]+\.(js|css|svg))$/.exec(req.path) ?? [];
    const type = types[extension];
    if (req.method !== 'GET' || type === undefined || req.acceptsEncodings('gzip') === false) return next();
    const compressed = kept.get(name) ?? readFile(join(assets, name)).then(compress, () => undefined);
    kept.set(name, compressed);
    const bytes = await compressed;
    if (bytes === undefined) {
      kept.delete(name);
      return next();
    }
    edgeOf(res).route = 'asset';
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Encoding', 'gzip');
    res.setHeader('Content-Length', bytes.length);
    res.vary('Accept-Encoding');
    res.end(bytes);
  };
}
