import { type KeyObject, randomUUID } from 'node:crypto';
import type { ServiceName } from '../core/context/caller.ts';
import type { Credential, Ctx } from '../core/context/ctx.ts';
import { signServiceToken } from './tokens/service-token.ts';

/** Work of a service without a user behind it. */
export interface SelfOptions {
  /** The company the work is for; 'system' when absent. */
  readonly company?: number;
  /** How long the work may take; 10 s when absent. */
  readonly deadlineMs?: number;
  /** Keeps request id, address and deadline of the call that caused the work. */
  readonly causedBy?: Ctx;
}

/** Makes a context in which the service speaks for itself. */
export type SelfContext = (options?: SelfOptions) => Ctx;

/** Makes contexts in which a service speaks for itself. */
export function selfContexts(service: ServiceName, privateKey: KeyObject): SelfContext {
  const credentialFor = serviceCredentials(service, privateKey);
  const never = new AbortController().signal;
  return (options = {}) => {
    const company = options.company ?? 'system';
    const cause = options.causedBy;
    return {
      requestId: cause?.requestId ?? randomUUID(),
      deadlineAt: cause?.deadlineAt ?? Date.now() + (options.deadlineMs ?? DEADLINE_MS),
      caller: { kind: 'service', service, company },
      ipAddress: cause?.ipAddress ?? '',
      userAgent: cause?.userAgent ?? '',
      idempotencyKey: undefined,
      credential: credentialFor(company),
      signal: cause?.signal ?? never,
    };
  };
}

/** How long a call without a user may take, unless the work says otherwise. */
const DEADLINE_MS = 10_000;

/** A token is replaced this long before it ends, so that none expires on its way. */
const RENEW_BEFORE_MS = 15_000;
const LIFE_MS = 60_000;

/** Makes credentials by which this service speaks for itself; tokens are reused for 45 s. */
function serviceCredentials(
  service: ServiceName,
  privateKey: KeyObject,
): (company: number | 'system') => Credential {
  const minted = new Map<string, { token: Promise<string>; renewAt: number }>();
  return (company) => ({
    tokenFor(target, grpcService) {
      const slot = `${target}/${grpcService}/${company}`;
      const held = minted.get(slot);
      const nowMs = Date.now();
      if (held !== undefined && held.renewAt > nowMs) return held.token;
      if (minted.size > 5_000) minted.clear();
      const grant = { from: service, to: target, grpcService, company };
      const token = signServiceToken(privateKey, grant, Math.floor(nowMs / 1000));
      minted.set(slot, { token, renewAt: nowMs + LIFE_MS - RENEW_BEFORE_MS });
      token.catch(() => minted.delete(slot));
      return token;
    },
  });
}
