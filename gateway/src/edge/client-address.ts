import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { type AddressRanges, isInRanges } from '@pii-vault/platform/core/net/address-ranges';
import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { RequestHandler } from 'express';

/** Addresses of trusted proxies, whose X-Forwarded-For is used. */
export type ProxyRanges = AddressRanges;

/** Writes IPv4 in IPv6 (`::ffff:10.0.0.1`) as IPv4. */
function plainAddress(address: string | undefined): string {
  const text = address ?? '';
  return text.toLowerCase().startsWith('::ffff:') && text.includes('.') ? text.slice(7) : text;
}

/**
 * The client's address: the peer's, unless that is a configured proxy; then the last entry of X-Forwarded-For that is
 * not a proxy. Headers of other peers are ignored.
 */
export function clientAddress(request: IncomingMessage, proxies: ProxyRanges): string {
  const socket = plainAddress(request.socket.remoteAddress);
  if (!isInRanges(proxies, socket)) return socket;
  const hops = headerList(request.headers['x-forwarded-for']).map(plainAddress);
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return socket;
    if (!isInRanges(proxies, hop)) return hop;
  }
  return socket;
}

/** Whether a request has a forwarding header, and its peer is not a configured proxy. */
function isForwardedByUntrustedPeer({ headers, socket }: IncomingMessage, proxies: ProxyRanges): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false;
  return !isInRanges(proxies, plainAddress(socket.remoteAddress));
}

function headerList(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/** Key of the rate limit: the /64 of an IPv6 address. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

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
