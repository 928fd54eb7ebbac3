import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from './answer.ts';
import { ownHost } from './own-host.ts';
import { readStaticFiles } from './static-files.ts';

const SCRIPT = 'console.log(1);'.repeat(50);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>console');
  writeFileSync(join(folder, 'assets/main-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/font-abc123.woff2'), 'font');
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  const files = readStaticFiles(folder);
  const isOwnHost = ownHost('release-web, .svc.cluster.local');
  server = createServer((req, res) => answer({ files, isOwnHost }, req, res));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Unlike fetch(), sends paths as they are and decodes nothing. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request({ port, path, headers, method, host: '127.0.0.1' }, async (res) => {
        const parts: Buffer[] = [];
        for await (const part of res) parts.push(part);
        const body = Buffer.concat(parts);
        resolve({ status: res.statusCode, headers: res.headers, body });
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the server of the built console', () => {
  it.each(['/', '/individuals/17?company=1', '/index.html'])('answers %s with the page', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, body.toString()]).toEqual([200, '<!doctype html>console']);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('sends hashed files for good, compressed to those who take it', async () => {
    const path = '/assets/main-abc123.js';
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const zipped = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0.8' });
    expect(zipped.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(zipped.body).toString()).toBe(SCRIPT);
    for (const refused of ['deflate', 'gzip;q=0', 'gzip; q=0.0']) {
      const plain = await get(path, { 'accept-encoding': refused });
      expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, SCRIPT]);
    }
    const font = await get('/assets/font-abc123.woff2', { 'accept-encoding': 'gzip' });
    expect(font.headers['content-encoding']).toBeUndefined();
  });

  it('says that what a browser holds is still right, for each encoding', async () => {
    const plain = await get('/');
    const zipped = await get('/', { 'accept-encoding': 'gzip' });
    expect(plain.headers.etag).not.toBe(zipped.headers.etag);
    const again = { 'accept-encoding': 'gzip', 'if-none-match': String(zipped.headers.etag) };
    expect((await get('/', again)).status).toBe(304);
    expect((await get('/', { 'if-none-match': String(zipped.headers.etag) })).status).toBe(200);
  });

  it.each([
    '/assets/gone.js',
    '/assets/x',
    '/../server/main.ts',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/.vite/manifest.json',
    '/assets/main-abc123.js.br',
    '/%zz',
  ])('has no %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each([
    ['web:8080', 200],
    ['release-web:8080', 200],
    ['release-web.vault.svc.cluster.local', 200],
    ['localhost', 200],
    ['192.0.2.1:8080', 200],
    ['[2001:db8::1]:8080', 200],
    ['evil.example', 421],
    ['web.evil.example:8080', 421],
    ['[web]', 421],
  ])('answers the Host %s with %d', async (host, status) => {
    expect((await get('/', { host })).status).toBe(status);
    expect((await get('/livez', { host })).status).toBe(status);
  });

  it('answers HEAD without a body, other methods not at all, and a health check', async () => {
    const head = await get('/', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '22']);
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect((await get('/livez')).body.toString()).toBe('ok');
  });
});
