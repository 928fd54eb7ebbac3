import type { IncomingMessage } from 'node:http';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { edgeOf } from '../edge/edge-request.ts';
import { sendProblem } from '../edge/problem-response.ts';
import { isSetOnEveryAnswer } from '../edge/security-headers.ts';

/** How long the console's server may take to begin its answer. */
const patienceMs = 10_000;
/** What proves who somebody is goes to identity and nowhere else. */
const withheld = ['authorization', 'cookie'];

/**
 * The console from another server: a web container, or Vite in development. Only what is read passes; credentials stay
 * here, and the server's headers replace none of ours but Cache-Control.
 * @param origin for example http://web:8080
 */
export function consoleProxy(origin: string): RequestHandler {
  const proxy = createProxyMiddleware<Request, Response>({
    target: origin,
    changeOrigin: true,
    proxyTimeout: patienceMs,
    on: {
      proxyReq(proxied) {
        for (const name of withheld) proxied.removeHeader(name);
      },
      proxyRes: (answer) => dropHeaders(answer),
      error(cause, _req, res) {
        const isAnswerable = isResponse(res) && !res.headersSent;
        const message = 'The console is not reachable; the API is';
        if (isAnswerable)
          sendProblem(res, new AppError('UNAVAILABLE', 'CONSOLE_UNAVAILABLE', message, { cause }));
        else res.destroy();
      },
    },
  });
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendProblem(res, notFound());
    edgeOf(res).route = 'console';
    proxy(req, res, next).catch(next);
  };
}

function dropHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers))
    if (name === 'set-cookie' || name === 'server' || (isSetOnEveryAnswer(name) && name !== 'cache-control'))
      delete headers[name];
}

function isResponse(res: object): res is Response {
  return 'headersSent' in res;
}
