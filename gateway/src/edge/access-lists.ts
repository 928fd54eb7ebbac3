import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, permissionDenied, unavailable } from '@pii-vault/platform/core/errors/app-error';
import {
  type AddressRanges,
  addressRanges,
  isInRanges,
  isLoopback,
} from '@pii-vault/platform/core/net/address-ranges';
import { matchesHost } from '@pii-vault/platform/core/net/host-patterns';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { BlockedAddressesService } from '@pii-vault/proto/identity/v1/security';
import type { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import type { Request, RequestHandler } from 'express';
import { edgeOf } from './edge-request.ts';
import { sendProblem } from './problem-response.ts';

/** Allowed sources, as last read from tenancy. */
export interface AllowedSources {
  /** Undefined: all addresses. */
  readonly addresses: AddressRanges | undefined;
  /** Hosts whose pages may call; empty: all. */
  readonly domains: readonly string[];
}

/** Cache of tenancy's lists; the caller refreshes it every 2 s. */
export function pollSources(
  client: Pick<RpcClient<typeof AccessRulesService>, 'listAccessRules'>,
  self: () => Ctx,
): PollingCache<AllowedSources> {
  return new PollingCache('list of allowed sources', async () => {
    const { allowedIps, allowedDomains } = await client.listAccessRules(self(), {});
    return {
      addresses: allowedIps.length === 0 ? undefined : addressRanges(allowedIps),
      domains: allowedDomains,
    };
  });
}

/**
 * Admits requests from allowed addresses and, from a page, from allowed hosts. Loopback is always allowed, unless a
 * proxy on this machine forwards for a client. Refuses all requests when tenancy has not answered for 5 s.
 * @param ownHosts hosts that are always allowed: the configured origin's and the platform's
 */
export function allowList(
  sources: Pick<PollingCache<AllowedSources>, 'peek' | 'refresh'>,
  ownHosts: readonly string[],
): RequestHandler {
  return (req, res, next) => {
    const decide = (allowed: AllowedSources) => {
      const problem = refusal(allowed, ownHosts, req, edgeOf(res).ipAddress);
      if (problem === undefined) next();
      else sendProblem(res, problem);
    };
    const known = sources.peek();
    if (known !== undefined) return decide(known);
    sources.refresh().then(decide, () => sendProblem(res, unknownSources()));
  };
}

function refusal(
  allowed: AllowedSources,
  ownHosts: readonly string[],
  req: Request,
  address: string,
): AppError | undefined {
  if (!isFromAllowedAddress(allowed, req, address)) return refused('ADDRESS');
  const host = originHost(req);
  const isOwn = host === '' || host === 'localhost' || matchesHost(host, ownHosts);
  const isAllowed = allowed.domains.length === 0 || isOwn || matchesHost(host, allowed.domains);
  return isAllowed ? undefined : refused('DOMAIN');
}

function isFromAllowedAddress({ addresses }: AllowedSources, req: Request, address: string): boolean {
  if (addresses === undefined) return true;
  const isProxied = req.get('x-forwarded-for') !== undefined || req.get('forwarded') !== undefined;
  return (isLoopback(address) && !isProxied) || isInRanges(addresses, address);
}

/** Host of the page that sent the request; empty without one. */
export function originHost(req: Request): string {
  const origin = req.get('origin');
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : '';
}

const refused = (what: 'ADDRESS' | 'DOMAIN') =>
  permissionDenied(
    `${what}_REFUSED`,
    `Access from your ${what === 'ADDRESS' ? 'address' : 'domain'} is not allowed`,
  );

function unknownSources(): AppError {
  const message = 'The allowed addresses cannot be checked at the moment. Please try again.';
  return unavailable('STATE_UNKNOWN', message, { retryAfterMs: 2_000 });
}

/** Identity refuses blocked logins itself, to record the attempts. */
const LOGIN_PATH = '/api/auth/login';

/** Cache of identity's blocked addresses; the caller refreshes it every 2 s. */
export function pollBlocks(
  client: Pick<RpcClient<typeof BlockedAddressesService>, 'listBlockedAddresses'>,
  self: () => Ctx,
): PollingCache<AddressRanges> {
  return new PollingCache('list of blocked addresses', async () => {
    const { addresses } = await client.listBlockedAddresses(self(), {});
    return addressRanges(addresses);
  });
}

/** Refuses requests from blocked addresses, and all requests when identity has not answered for 5 s. */
export function refuseBlocked(blocks: Pick<PollingCache<AddressRanges>, 'peek' | 'get'>): RequestHandler {
  return (req, res, next) => {
    const decide = (blocked: AddressRanges) => {
      const isRefused = isInRanges(blocked, edgeOf(res).ipAddress) && req.path !== LOGIN_PATH;
      if (isRefused) sendProblem(res, addressBlocked());
      else next();
    };
    const known = blocks.peek();
    if (known !== undefined) return decide(known);
    blocks.get().then(decide, (error: unknown) => sendProblem(res, AppError.from(error)));
  };
}

const addressBlocked = () => permissionDenied('ADDRESS_BLOCKED', 'Access from your address is not allowed');
