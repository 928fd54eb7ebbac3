import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { targetRefused } from './target.ts';
import { isAllowedAddress, type TargetRules } from './target-rules.ts';

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Every address of a name, when all of them may be connected to: a name that leads inside by one of its addresses
 * is refused as a whole.
 * @throws AppError TARGET_REFUSED, or what the resolver throws
 */
export async function allowedAddresses(
  hostname: string,
  rules: TargetRules,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(rules, address)))
    throw targetRefused('This address is not on the public internet');
  return [...addresses];
}

/**
 * The lookup of one connection. It hands the very addresses that it has looked at to the socket, so that a name
 * which changes between look and connection (DNS rebinding) gains nothing.
 */
export function pinnedLookup(rules: TargetRules, resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    allowedAddresses(hostname, rules, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
