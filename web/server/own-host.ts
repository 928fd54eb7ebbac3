import { isIP } from 'node:net';

/** `name`, `name:port`, `1.2.3.4:port` or `[2001:db8::1]:port`. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::\d{1,5})?$/i;
/** The service's name in compose. */
const SERVICE = 'web';

/**
 * Whether a Host header names this server, by the rule of the other listeners (decision 0011): addresses, no Host,
 * localhost, `web` and the allowed names pass. The image holds nothing of services/platform, so the rule stands here
 * too.
 * @param allowed PIIVAULT_ALLOWED_HOSTS: names separated by commas; a leading dot allows all below
 */
export function ownHost(allowed = ''): (host: string | undefined) => boolean {
  const further = allowed.split(',').map((part) => part.trim().toLowerCase());
  const names = ['localhost', '.localhost', SERVICE, ...further.filter((part) => !['', '.'].includes(part))];
  return (host) => {
    if (host === undefined || host === '') return true;
    const [, ipv6, found = ''] = HOST.exec(host) ?? [];
    if (ipv6 !== undefined) return isIP(ipv6) === 6;
    const name = found.replace(/\.$/, '').toLowerCase();
    return isIP(name) === 4 || names.some((one) => (one.startsWith('.') ? name.endsWith(one) : name === one));
  };
}
