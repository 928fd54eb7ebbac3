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

/** Compressed forms of one file. */
interface Compressed {
  /** Made by the build (web/compress-assets.ts); undefined without one. */
  readonly br: Buffer | undefined;
  readonly gzip: Buffer;
}

/**
 * Serves hashed files of the console as Brotli or gzip, read once and cached in memory: they never change and are few.
 * Passes other requests to the next handler.
 */
export function compressedAssets(assets: string): RequestHandler {
  const kept = new Map<string, Promise<Compressed | undefined>>();
  return async (req, res, next) => {
    const [, name = '', extension = ''] = /^\/assets\/([\w.-]+\.(js|css|svg))$/.exec(req.path) ?? [];
    const type = types[extension];
    if (req.method !== 'GET' || type === undefined) return next();
    const reading = kept.get(name) ?? read(join(assets, name));
    kept.set(name, reading);
    const compressed = await reading;
    if (compressed === undefined) {
      kept.delete(name);
      return next();
    }
    // Brotli first: browsers name gzip first and weigh both the same.
    const encoding = (['br', 'gzip'] as const).find((one) => compressed[one] && req.acceptsEncodings(one));
    const bytes = encoding && compressed[encoding];
    if (encoding === undefined || bytes === undefined) return next();
    edgeOf(res).route = 'asset';
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', bytes.length);
    res.vary('Accept-Encoding');
    res.end(bytes);
  };
}

async function read(path: string): Promise<Compressed | undefined> {
  const plain = await readFile(path).catch(() => undefined);
  if (plain === undefined) return undefined;
  const br = await readFile(`${path}.br`).catch(() => undefined);
  return { br, gzip: await compress(plain) };
}
