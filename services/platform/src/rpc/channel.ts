import type { ServiceName } from '../core/context/caller.ts';

/** What accompanies the bytes of a call; the same over the wire and inside a process. */
export interface CallHeaders {
  readonly path: string;
  /** Lower-case ASCII keys: authorization, x-request-id, traceparent, x-client-ip, … */
  readonly metadata: Readonly<Record<string, string>>;
  /** Epoch ms; required, a call without one is refused. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  /** The services that the caller's certificate names; absent where there is no TLS. */
  readonly peers?: readonly ServiceName[];
}

/**
 * Carries encoded messages to the process that serves a method. Two adapters pass one suite
 * (channel-contract.ts): gRPC between processes, and a direct one inside a process.
 * Failures are AppErrors with the server's code, reason, message and details.
 */
export interface Channel {
  /**
   * Whether a call is served in its caller's asynchronous context. AsyncLocalStorage then passes the trace on, and no
   * header is needed.
   */
  readonly isHere: boolean;
  unary(headers: CallHeaders, request: Buffer): Promise<Buffer>;
  serverStream(headers: CallHeaders, request: Buffer): AsyncIterable<Buffer>;
  clientStream(headers: CallHeaders, requests: AsyncIterable<Buffer>): Promise<Buffer>;
  /**
   * As `unary`, but passes request and response by reference. Only inside a process, for methods that allow it
   * (RpcSpec.byReference). Undefined when the message has to be encoded.
   */
  passByReference?(headers: CallHeaders, message: unknown): Promise<unknown> | undefined;
  close(): Promise<void>;
}

export const HEADER = {
  authorization: 'authorization',
  requestId: 'x-request-id',
  clientIp: 'x-client-ip',
  userAgent: 'x-client-user-agent',
  idempotencyKey: 'x-idempotency-key',
} as const;
