import type { RequestHandler } from 'express';

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
