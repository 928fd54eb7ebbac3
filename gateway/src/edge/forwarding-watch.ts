import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { RequestHandler } from 'express';
import { isForwardedByUntrustedPeer, type ProxyRanges } from './client-address.ts';

const WARN_EVERY_MS = 60_000;

/**
 * Reports forwarding headers from peers that are not configured proxies. They indicate a proxy that is missing in
 * PIIVAULT_TRUSTED_PROXIES, so all clients share one address. The headers are ignored.
 */
export function watchForwarding(
  proxies: ProxyRanges,
  log: Pick<Logger, 'warn'>,
  metrics: Metrics,
): RequestHandler {
  const untrusted = metrics.counter(
    'http_untrusted_forwarding_total',
    'Requests with X-Forwarded-For or Forwarded from an address that is not a configured proxy',
  );
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (req, _res, next) => {
    if (isForwardedByUntrustedPeer(req, proxies)) {
      untrusted.add({});
      if (performance.now() - warnedAt >= WARN_EVERY_MS) {
        warnedAt = performance.now();
        log.warn('X-Forwarded-For from an address outside PIIVAULT_TRUSTED_PROXIES is ignored');
      }
    }
    next();
  };
}
