import type { Request, Response } from 'express';

/** Name of the cookie that a browser's session is bound to; deployments on one host keep theirs apart. */
export const contextCookieName = (deployment: string): string => `pv_ctx_${deployment}`;

/** Absolute life of a session, 12 h. */
const maxAgeSeconds = 12 * 60 * 60;

/** Secure on https and on localhost, which browsers take for secure; not on plain http elsewhere. */
function isSecure(request: Request, isHttps: boolean): boolean {
  const host = (request.get('host') ?? '').replace(/:\d+$/, '');
  return isHttps || host === 'localhost' || host.endsWith('.localhost');
}

/** Sets the cookie; an empty value removes it. */
export function setContextCookie(res: Response, name: string, value: string, isHttps: boolean): void {
  const parts = [`${name}=${value}`, 'Path=/api', 'HttpOnly', 'SameSite=Strict'];
  parts.push(`Max-Age=${value === '' ? 0 : maxAgeSeconds}`);
  if (isSecure(res.req, isHttps)) parts.push('Secure');
  res.append('Set-Cookie', parts.join('; '));
}
