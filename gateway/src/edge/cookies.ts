import type { Request, Response } from 'express';

/** Cookie names of a deployment; deployments on one host have different names. */
export interface CookieNames {
  /** Binds a session to the browser. */
  readonly context: string;
  /** Identifies a device at its next login. */
  readonly device: string;
}

export const cookieNames = (deployment: string): CookieNames => ({
  context: `pv_ctx_${deployment}`,
  device: `pv_dev_${deployment}`,
});

/** Maximum life of a session, 12 h. */
const CONTEXT_SECONDS = 12 * 60 * 60;
/** Life of the device cookie: 180 days after the last sign-in. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** Value of a cookie as received; empty without one. */
export function cookieOf(request: Request, name: string): string {
  const header = request.get('cookie') ?? '';
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return (pair?.trim().slice(name.length + 1) ?? '').slice(0, 512);
}

/** Sets the session cookie; an empty value removes it. */
export function setContextCookie(res: Response, name: string, value: string, isHttps: boolean): void {
  setCookie(res, `${name}=${value}; Path=/api`, value === '' ? 0 : CONTEXT_SECONDS, isHttps);
}

/** Sets the device cookie, which only the login reads. */
export function setDeviceCookie(res: Response, name: string, value: string, isHttps: boolean): void {
  setCookie(res, `${name}=${value}; Path=/api/auth/login`, DEVICE_SECONDS, isHttps);
}

function setCookie(res: Response, start: string, maxAgeSeconds: number, isHttps: boolean): void {
  const parts = [start, 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAgeSeconds}`];
  if (isSecure(res.req, isHttps)) parts.push('Secure');
  res.append('Set-Cookie', parts.join('; '));
}

/** Secure on https and on localhost, which browsers treat as secure; not on plain http elsewhere. */
function isSecure(request: Request, isHttps: boolean): boolean {
  const host = (request.get('host') ?? '').replace(/:\d+$/, '');
  return isHttps || host === 'localhost' || host.endsWith('.localhost');
}
