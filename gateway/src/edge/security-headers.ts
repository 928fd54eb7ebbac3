import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Chakra writes its styles at run time, so inline styles are allowed; inline scripts are not.
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
});

/** By lower-case name: what helmet sets, and two headers that it does not know. Equal for all responses. */
const onEveryAnswer: ReadonlyMap<string, string> = collectHeaders();

function collectHeaders(): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => {});
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
  response.setHeader('Cache-Control', 'no-store');
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Set on every response, including errors; static files replace Cache-Control. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of onEveryAnswer) res.setHeader(name, value);
  next();
};

/** @param name in lower case */
export function isSecurityHeader(name: string): boolean {
  return onEveryAnswer.has(name);
}

/** The same headers as lines, for responses that Node sends before Express gets the request. */
export function rawHeaderLines(): string {
  return [...onEveryAnswer].map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
