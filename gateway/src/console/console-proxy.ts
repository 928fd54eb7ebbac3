import type { IncomingMessage } from 'node:http';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { edgeOf } from '../edge/edge-request.ts';
import { sendProblem } from '../edge/problem-response.ts';
import { isSecurityHeader } from '../edge/security-headers.ts';

/** Timeout until the first byte of the console server's response. */
const patienceMs = 10_000;
/** Credentials, which only identity gets. */
const withheld = ['authorization', 'cookie'];

/**
 * Proxies the console from another server: a web container, or Vite in development. Only reads pass, without
 * credentials. Of the response's headers only Cache-Control replaces the gateway's own.
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
        const message = 'The console is not reachable; the API is available';
        if (isAnswerable) sendProblem(res, unavailable('CONSOLE_UNAVAILABLE', message, { cause }));
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
    if (name === 'set-cookie' || name === 'server' || (isSecurityHeader(name) && name !== 'cache-control'))
      delete headers[name];
}

function isResponse(res: object): res is Response {
  return 'headersSent' in res;
}
