import { isIPv6 } from 'node:net';

/** The addresses of one customer of a provider: a single IPv4 address, a /64 of IPv6 (as `a:b:c:d::/64`). */
export function addressBlock(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(ipAddress)) return ipAddress;
  const [head = '', tail] = (ipAddress.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}
