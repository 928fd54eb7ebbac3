import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StaticFile } from './static-files.ts';

export interface Console {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly isOwnHost: (host: string | undefined) => boolean;
}

/**
 * Answers a request for the console. A path that names no file and has no extension gets index.html, because the
 * console routes by itself. Another Host gets 421 (decision 0011). Security headers are the gateway's, which is in
 * front.
 */
export function answer({ files, isOwnHost }: Console, req: IncomingMessage, res: ServerResponse): void {
  const path = pathOf(req.url);
  const file = files.get(path) ?? (isPage(path) ? files.get('/index.html') : undefined);
  if (!isOwnHost(req.headers.host))
    res
      .writeHead(421, { 'Content-Type': 'text/plain' })
      .end('this host name is not in PIIVAULT_ALLOWED_HOSTS');
  else if (req.method !== 'GET' && req.method !== 'HEAD') res.writeHead(405, { Allow: 'GET, HEAD' }).end();
  else if (path === '/livez') res.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok');
  else if (file === undefined) res.writeHead(404).end();
  else sendFile(file, req, res);
}

function sendFile(file: StaticFile, req: IncomingMessage, res: ServerResponse): void {
  // Brotli first: browsers name gzip first and weigh both the same.
  const encoding = ENCODINGS.find((one) => file[one] && accepts(req.headers['accept-encoding'], one));
  // Another representation has another strong validator (RFC 9110, 8.8.3).
  const etag = encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  res
    .setHeader('Cache-Control', file.cacheControl)
    .setHeader('ETag', etag)
    .setHeader('Vary', 'Accept-Encoding');
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return;
  }
  const body = (encoding && file[encoding]) ?? file.plain;
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  res.writeHead(200, { 'Content-Type': file.type, 'Content-Length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Without query. What cannot be decoded names no file. */
function pathOf(url = '/'): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '';
  }
}

const isPage = (path: string) => path.startsWith('/') && !path.startsWith('/assets/') && !/\.\w+$/.test(path);

const ENCODINGS = ['br', 'gzip'] as const;

const accepts = (header: string | string[] | undefined, encoding: (typeof ENCODINGS)[number]) =>
  String(header ?? '')
    .split(',')
    .map((part) => /^\s*([a-z]+)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.exec(part))
    .some((part) => part?.[1]?.toLowerCase() === encoding);
