import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { present } from '../wire/values.ts';
import { toBlockedIp } from './security-mapper.ts';

interface Deps extends Pick<Clients, 'blockedAddresses'> {
  /** Refreshes the edge's lists at once, so that the caller's next request sees the change. */
  readonly refreshSources: () => Promise<unknown>;
}

/** Refreshes the edge's lists. */
export function blockedIpsHandlers({
  blockedAddresses,
  refreshSources,
}: Deps): Handlers<KeysOf<'blocked-ips'>> {
  return {
    'POST /security/blocked-ips': async ({ ctx, body }) => {
      const { blocked } = await blockedAddresses.blockAddress(ctx, {
        ...body,
        blockedUntil: body.blockedUntil,
      });
      await refreshSources().catch(() => {});
      return { body: toBlockedIp(present(blocked)) };
    },
    'DELETE /security/blocked-ips': async ({ ctx, body }) => {
      await blockedAddresses.unblockAddress(ctx, body);
      await refreshSources().catch(() => {});
      return { body: { success: true } };
    },
  };
}
