import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import { hostCheck } from '@pii-vault/platform/core/net/allowed-hosts';
import type { gatewayConfig } from '../config.ts';

type Settings = Pick<
  ConfigOf<typeof gatewayConfig>,
  'origin' | 'host' | 'allowedHosts' | 'platformDomains' | 'corsOrigins'
>;

export interface OwnNames {
  /** Whether a Host header is one of this deployment. */
  readonly isOwnHost: (host: string | undefined) => boolean;
  /** Hosts whose pages may always call. */
  readonly pageHosts: readonly string[];
  /** Origins whose pages may make changes. */
  readonly origins: ReadonlySet<string>;
}

/** Host names and origins of this deployment from its settings. */
export function ownNames({ origin, host, allowedHosts, platformDomains, corsOrigins }: Settings): OwnNames {
  const own = origin === undefined ? [] : [new URL(origin)];
  const hostnames = own.map(({ hostname }) => hostname);
  return {
    isOwnHost: hostCheck(['gateway', host, ...allowedHosts, ...hostnames]),
    pageHosts: [...platformDomains, ...hostnames],
    origins: new Set([...corsOrigins, ...own.map((url) => url.origin)]),
  };
}
