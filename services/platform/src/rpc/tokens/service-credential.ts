import type { KeyObject } from 'node:crypto';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Credential } from '../../core/context/ctx.ts';
import { signServiceToken } from './service-token.ts';

/** A token is replaced this long before it ends, so that none expires on its way. */
const RENEW_BEFORE_MS = 15_000;
const LIFE_MS = 60_000;

/** Makes credentials by which this service speaks for itself; tokens are reused for 45 s. */
export function serviceCredentials(
  service: ServiceName,
  privateKey: KeyObject,
  now: () => number = Date.now,
): (company: number | 'system') => Credential {
  const minted = new Map<string, { token: Promise<string>; renewAt: number }>();
  return (company) => ({
    tokenFor(target, grpcService) {
      const slot = `${target}/${grpcService}/${company}`;
      const held = minted.get(slot);
      if (held !== undefined && held.renewAt > now()) return held.token;
      if (minted.size > 5_000) minted.clear();
      const grant = { from: service, to: target, grpcService, company };
      const token = signServiceToken(privateKey, grant, Math.floor(now() / 1000));
      minted.set(slot, { token, renewAt: now() + LIFE_MS - RENEW_BEFORE_MS });
      token.catch(() => minted.delete(slot));
      return token;
    },
  });
}
