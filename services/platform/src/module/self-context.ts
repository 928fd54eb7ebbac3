import { type KeyObject, randomUUID } from 'node:crypto';
import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import { serviceCredentials } from '../tokens/service-credential.ts';
import type { SelfOptions } from './module.ts';

/** How long a call without a user may take, unless the work says otherwise. */
const DEADLINE_MS = 10_000;

/** Makes contexts in which a service speaks for itself. */
export function selfContexts(service: ServiceName, privateKey: KeyObject): (options?: SelfOptions) => Ctx {
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
