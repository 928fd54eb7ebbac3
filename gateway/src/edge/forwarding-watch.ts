import type { Logger } from '@pii-vault/platform/log/log';
import type { Metrics } from '@pii-vault/platform/telemetry/metrics';
import type { RequestHandler } from 'express';
import { isForwardedByStranger, type ProxyRanges } from './client-address.ts';

const WARN_EVERY_MS = 60_000;

/**
 * Reports requests that name another sender although their own is no configured proxy: a proxy in front that
 * PIIVAULT_TRUSTED_PROXIES leaves out, which makes all clients one address. The header is not believed.
 */
export function watchForwarding(
  proxies: ProxyRanges,
  log: Pick<Logger, 'warn'>,
  metrics: Metrics,
): RequestHandler {
  const untrusted = metrics.counter(
    'http_untrusted_forwarding_total',
    'Requests with X-Forwarded-For or Forwarded from an address that is no configured proxy',
  );
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (req, _res, next) => {
    if (isForwardedByStranger(req, proxies)) {
      untrusted.add({});
      if (performance.now() - warnedAt >= WARN_EVERY_MS) {
        warnedAt = performance.now();
        log.warn(
          'X-Forwarded-For comes from an address that PIIVAULT_TRUSTED_PROXIES does not name; it is ignored',
        );
      }
    }
    next();
  };
}
