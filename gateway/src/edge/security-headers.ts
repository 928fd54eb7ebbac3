import type { RequestHandler } from 'express';

/** Chakra writes its styles at run time, so inline styles are allowed; inline scripts are not. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const onEveryAnswer: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
};

const pairs = Object.entries(onEveryAnswer);

/** Set on every response, including errors; static files replace Cache-Control. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of pairs) res.setHeader(name, value);
  next();
};

const names: ReadonlySet<string> = new Set(Object.keys(onEveryAnswer).map((name) => name.toLowerCase()));

/** @param name in lower case */
export function isSecurityHeader(name: string): boolean {
  return names.has(name);
}

/** The same headers as lines, for responses that Node sends before Express gets the request. */
export function rawHeaderLines(): string {
  return Object.entries(onEveryAnswer)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
