import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Addresses of the proxies whose X-Forwarded-For is believed. */
export type ProxyRanges = BlockList;

/** @param ranges addresses and CIDR ranges, IPv4 or IPv6 @throws Error naming the range that is neither */
export function proxyRanges(ranges: readonly string[]): ProxyRanges {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const kind = isIP(address);
    if (kind === 0) throw new Error(`${range} is not an address or CIDR range`);
    const family = kind === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** IPv4 in IPv6 (`::ffff:10.0.0.1`) is written as IPv4. */
function plainAddress(address: string | undefined): string {
  const text = address ?? '';
  return text.toLowerCase().startsWith('::ffff:') && text.includes('.') ? text.slice(7) : text;
}

/**
 * The client's address: the socket's, unless that is a configured proxy; then the last entry of
 * X-Forwarded-For that is not one. What a stranger writes into the header is never believed.
 */
export function clientAddress(request: IncomingMessage, proxies: ProxyRanges): string {
  const socket = plainAddress(request.socket.remoteAddress);
  if (!isListed(proxies, socket)) return socket;
  const hops = headerList(request.headers['x-forwarded-for']).map(plainAddress);
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return socket;
    if (!isListed(proxies, hop)) return hop;
  }
  return socket;
}

function isListed(list: BlockList, address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6');
}

function headerList(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

const loopback = proxyRanges(['127.0.0.0/8', '::1']);
export const isLoopback = (address: string): boolean => isListed(loopback, address);

/** Limits count an IPv6 customer as its /64. */
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
