import type { Request, Response } from 'express';

/** The cookies of a deployment; several on one host keep theirs apart. */
export interface CookieNames {
  /** What a browser's session is bound to. */
  readonly context: string;
  /** What a device is known again by. */
  readonly device: string;
}

export const cookieNames = (deployment: string): CookieNames => ({
  context: `pv_ctx_${deployment}`,
  device: `pv_dev_${deployment}`,
});

/** Absolute life of a session, 12 h. */
const CONTEXT_SECONDS = 12 * 60 * 60;
/** A device is forgotten 180 days after its last sign-in. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** The value of a cookie as received, or empty. */
export function cookieOf(request: Request, name: string): string {
  const header = request.get('cookie') ?? '';
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return (pair?.trim().slice(name.length + 1) ?? '').slice(0, 512);
}

/** Sets the cookie of the session; an empty value removes it. */
export function setContextCookie(res: Response, name: string, value: string, isHttps: boolean): void {
  setCookie(res, `${name}=${value}; Path=/api`, value === '' ? 0 : CONTEXT_SECONDS, isHttps);
}

/** Sets the cookie by which the login knows the device again: no other call needs it. */
export function setDeviceCookie(res: Response, name: string, value: string, isHttps: boolean): void {
  setCookie(res, `${name}=${value}; Path=/api/auth/login`, DEVICE_SECONDS, isHttps);
}

function setCookie(res: Response, start: string, maxAgeSeconds: number, isHttps: boolean): void {
  const parts = [start, 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAgeSeconds}`];
  if (isSecure(res.req, isHttps)) parts.push('Secure');
  res.append('Set-Cookie', parts.join('; '));
}

/** Secure on https and on localhost, which browsers take for secure; not on plain http elsewhere. */
function isSecure(request: Request, isHttps: boolean): boolean {
  const host = (request.get('host') ?? '').replace(/:\d+$/, '');
  return isHttps || host === 'localhost' || host.endsWith('.localhost');
}
