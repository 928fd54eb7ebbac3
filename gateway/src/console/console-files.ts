import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import express, { type RequestHandler } from 'express';
import { edgeOf } from '../edge/edge-request.ts';
import { sendProblem } from '../edge/problem-response.ts';
import { compressedAssets } from './compressed-assets.ts';

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>PII Vault</title></head>
<body><p>The console is not built. The API is at <a href="/api/docs">/api/docs</a>.</p></body></html>`;

/**
 * Serves the built console. Files under /assets have a hash in their name and never change. index.html is revalidated
 * each time and served for every path without a file, because the console routes on the client.
 */
export function consoleFiles(folder: string): RequestHandler[] {
  const root = resolve(folder);
  const files = express.static(root, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(res, path) {
      const isHashed = path.startsWith(resolve(root, 'assets'));
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page: RequestHandler = (req, res) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && !/\.\w+$/.test(req.path);
    if (!isPage || req.path.startsWith('/assets/')) return sendProblem(res, notFound());
    edgeOf(res).route = 'console';
    res.setHeader('Cache-Control', 'no-cache');
    if (existsSync(resolve(root, 'index.html'))) res.sendFile('index.html', { root, cacheControl: false });
    else res.type('html').send(notBuilt);
  };
  return [compressedAssets(resolve(root, 'assets')), files, page];
}
