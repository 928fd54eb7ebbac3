import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { type AddressRanges, addressRanges, isInRanges } from '@pii-vault/platform/core/net/address-ranges';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { BlockedAddressServiceService } from '@pii-vault/proto/identity/v1/security';
import type { RequestHandler } from 'express';
import { edgeOf } from './edge-request.ts';
import { sendProblem } from './problem-response.ts';

/** Identity refuses blocked logins itself, to record the attempts. */
const LOGIN_PATH = '/api/auth/login';

/** Cache of identity's blocked addresses; the caller refreshes it every 2 s. */
export function pollBlocks(
  client: Pick<RpcClient<typeof BlockedAddressServiceService>, 'listBlockedAddresses'>,
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

function addressBlocked(): AppError {
  return new AppError('PERMISSION_DENIED', 'ADDRESS_BLOCKED', 'Access from here is not allowed');
}
