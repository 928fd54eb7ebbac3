import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { hostCheck } from '@pii-vault/platform/core/net/allowed-hosts';
import type { Request, RequestHandler } from 'express';
import type { gatewayConfig } from '../config.ts';
import { sendProblem } from './problem-response.ts';

type Settings = Pick<
  ConfigOf<typeof gatewayConfig>,
  'origin' | 'host' | 'allowedHosts' | 'platformDomains' | 'corsOrigins'
>;

export interface OwnNames {
  /** Whether a Host header is one of this deployment. */
  readonly isOwnHost: (host: string | undefined) => boolean;
  /** Hosts whose pages may always call. */
  readonly pageHosts: readonly string[];
  /** Origins whose pages may make changes. */
  readonly origins: ReadonlySet<string>;
}

/** Host names and origins of this deployment from its settings. */
export function ownNames({ origin, host, allowedHosts, platformDomains, corsOrigins }: Settings): OwnNames {
  const own = origin === undefined ? [] : [new URL(origin)];
  const hostnames = own.map(({ hostname }) => hostname);
  return {
    isOwnHost: hostCheck(['gateway', host, ...allowedHosts, ...hostnames]),
    pageHosts: [...platformDomains, ...hostnames],
    origins: new Set([...corsOrigins, ...own.map((url) => url.origin)]),
  };
}

/**
 * Refuses requests for another host (RFC 9110, 15.5.20). A page with a rebound name sends that name as Host and
 * Origin, and would pass all other checks. Health checks by address pass.
 */
export function refuseOtherHosts(isOurs: (host: string | undefined) => boolean): RequestHandler {
  const message =
    'This host name does not belong to the vault; allow it with PIIVAULT_ORIGIN or PIIVAULT_ALLOWED_HOSTS';
  const refusal = permissionDenied('HOST_REFUSED', message);
  return (req, res, next) => (isOurs(req.headers.host) ? next() : sendProblem(res, refusal));
}

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

const originRefused = () => permissionDenied('ORIGIN_REFUSED', 'This origin may not make changes');

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Whether a browser sent the request; its login is bound to a cookie. */
export function isFromBrowser(request: Request): boolean {
  return request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined;
}

const exposed = 'Link, Location, X-Request-Id, X-Total-Count, ETag, Retry-After, RateLimit, RateLimit-Policy';

/**
 * Allows an exact list of origins; empty unless configured. Credentials are never shared: partners send a bearer
 * token.
 */
export function cors(origins: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    if (origins.size === 0) return next();
    res.vary('Origin');
    const origin = req.get('origin');
    if (origin === undefined || !origins.has(origin)) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Expose-Headers', exposed);
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (req.method !== 'OPTIONS' || req.get('access-control-request-method') === undefined) return next();
    res.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    res.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id',
    );
    res.setHeader('Access-Control-Max-Age', '600');
    res.json({ success: true });
  };
}
