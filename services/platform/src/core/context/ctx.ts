import type { Caller, ServiceName } from './caller.ts';

/** Proof to a called service of the user or service that a call is made for. */
export interface Credential {
  /** A bearer token that `target` accepts for RPCs of the gRPC service `grpcService`. */
  tokenFor(target: ServiceName, grpcService: string): Promise<string>;
}

/** The context of one request, passed through every service. */
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
  /** In a served call a getter of the class, which a spread does not copy: name it when you copy a context. */
  readonly signal: AbortSignal;
}

/** Credential that passes one received token on. */
export function forwarded(token: string): Credential {
  return { tokenFor: () => Promise.resolve(token) };
}
