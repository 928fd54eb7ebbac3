import type { Caller, ServiceName } from './caller.ts';

/** What proves to a called service on whose account the call is made. */
export interface Credential {
  /** A bearer token that `target` accepts for RPCs of the gRPC service `grpcService`. */
  tokenFor(target: ServiceName, grpcService: string): Promise<string>;
}

/** What travels with one request through every service it touches. */
export interface Ctx {
  readonly requestId: string;
  /** Epoch ms after which the caller no longer waits for the response. */
  readonly deadlineAt: number;
  readonly caller: Caller;
  /** Of the browser or partner system, as the gateway saw it; empty for work without a user. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly idempotencyKey: string | undefined;
  /** Passed on to other services: the caller's own token, or a service token. */
  readonly credential: Credential;
  /** In a served call a getter of its class, which a spread leaves behind: who copies a context names it. */
  readonly signal: AbortSignal;
}

/** Credential that passes one received token on. */
export function forwarded(token: string): Credential {
  return { tokenFor: () => Promise.resolve(token) };
}
