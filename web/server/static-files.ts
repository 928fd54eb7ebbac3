import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  /** Strong validator of the plain bytes. */
  readonly etag: string;
  readonly plain: Buffer;
  /** Made by the build next to scripts and styles (compress-assets.ts). */
  readonly br: Buffer | undefined;
  /** Absent where compression saves nothing. */
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED: ReadonlySet<string> = new Set(['.ico', '.png', '.woff2']);

/**
 * The built console by URL path, in memory: a build has few files and they never change. Those under /assets carry a
 * hash in their names. Hidden files, such as the manifest of the build, are left out.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !isHidden(folder, entry) && extname(entry.name) !== '.br',
  );
  return new Map(files.map((entry) => [urlOf(folder, entry), readStaticFile(folder, entry)]));
}

const urlOf = (folder: string, { parentPath, name }: Dirent) =>
  `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`;

const isHidden = (folder: string, entry: Dirent) =>
  urlOf(folder, entry)
    .split('/')
    .some((part) => part.startsWith('.'));

function readStaticFile(folder: string, entry: Dirent): StaticFile {
  const path = join(entry.parentPath, entry.name);
  const plain = readFileSync(path);
  const extension = extname(entry.name);
  const isHashed = urlOf(folder, entry).startsWith('/assets/');
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined,
    gzip: COMPRESSED.has(extension) ? undefined : gzipSync(plain, { level: 9 }),
  };
}
