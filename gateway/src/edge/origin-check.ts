import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Request } from 'express';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A state change from a browser must come from the vault's own pages or a configured origin. Requests without Origin
 * and Sec-Fetch-Site come from other clients and carry their credential on purpose.
 * @throws AppError PERMISSION_DENIED / ORIGIN_REFUSED
 */
export function checkOrigin(request: Request, allowed: ReadonlySet<string>): void {
  if (safe.has(request.method)) return;
  const origin = request.get('origin');
  if (origin === undefined) {
    const site = request.get('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site') throw originRefused();
    return;
  }
  if (!allowed.has(origin) && hostOf(origin) !== request.get('host')) throw originRefused();
}

function originRefused(): AppError {
  return new AppError('PERMISSION_DENIED', 'ORIGIN_REFUSED', 'This origin may not make changes');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Whether a browser sent the request; its login is bound to a cookie. */
export function isFromBrowser(request: Request): boolean {
  return request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined;
}
