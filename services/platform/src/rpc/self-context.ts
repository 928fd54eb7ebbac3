import { type KeyObject, randomUUID } from 'node:crypto';
import type { ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { serviceCredentials } from './tokens/service-credential.ts';

/** How long a call without a user may take, unless the work says otherwise. */
const DEADLINE_MS = 10_000;

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
