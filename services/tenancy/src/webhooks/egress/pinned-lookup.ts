import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { targetRefused } from './target.ts';
import { isAllowedAddress, type TargetRules } from './target-rules.ts';

/** Resolves all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * All addresses of a name, if connections to all of them are permitted: one internal address refuses the whole name.
 * @throws AppError TARGET_REFUSED, or the resolver's error
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
 * The lookup function of one connection. It passes exactly the checked addresses to the socket, so that a name that
 * changes between check and connection (DNS rebinding) has no effect.
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
