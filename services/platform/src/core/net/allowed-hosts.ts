import { isIP } from 'node:net';
import { matchesHost } from './host-patterns.ts';

/** `name`, `name:port`, `1.2.3.4:port` or `[2001:db8::1]:port`. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this server. A page whose own name was rebound to our address (DNS rebinding) sends
 * that name. An address and a missing Host pass: a name cannot be rebound to them, and health checks send them.
 * @param patterns host names, or with a leading dot everything below; `localhost` is always one
 */
export function hostCheck(patterns: readonly string[]): (host: string | undefined) => boolean {
  const names = ['localhost', '.localhost', ...patterns.map((pattern) => pattern.toLowerCase())];
  return (host) => {
    if (host === undefined || host === '') return true;
    const [, ipv6, name = ''] = HOST.exec(host) ?? [];
    if (ipv6 !== undefined) return isIP(ipv6) === 6;
    return isIP(name) === 4 || matchesHost(name.replace(/\.$/, ''), names);
  };
}
