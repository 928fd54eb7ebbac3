import type { ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { FRESH_PROOF_REQUIRED } from '../core/context/fresh-proof.ts';
import { AppError, invalidArgument, resourceExhausted, unimplemented } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import { CallCtx } from './call-ctx.ts';
import { type CallHeaders, HEADER } from './channel.ts';
import { grpcServiceOf, MAX_MESSAGE_BYTES } from './definition.ts';
import { type RpcMetrics, withServerSpan } from './rpc-telemetry.ts';
import type { RpcService, ServedMethod } from './serve.ts';
import type { Authenticator } from './tokens/authenticator.ts';
import { unauthenticated } from './tokens/verify-jwt.ts';

export interface DispatcherDeps {
  readonly service: ServiceName;
  readonly authenticate: Authenticator;
  readonly log: Logger;
  readonly metrics: RpcMetrics;
  /** Called when a user may not make a call, before the error is returned. If it throws, that error is returned. */
  readonly onRefusal?: (ctx: Ctx, refusal: Refusal) => Promise<void>;
}

/** A call that its caller may not make. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
  /** Undefined for a call that any user may make in their own session. */
  readonly permission: string | undefined;
  /** The company that the request named. */
  readonly companyId: number | undefined;
}

/** Serves the RPCs of one module from encoded messages; both channels end here. */
export interface Dispatcher {
  readonly methods: readonly ServedMethod[];
  unary(headers: CallHeaders, request: Buffer): Promise<Buffer>;
  /** Whether a method takes its message not encoded, by `passByReference`. */
  takesByReference(path: string): boolean;
  passByReference(headers: CallHeaders, message: unknown): Promise<unknown>;
  serverStream(headers: CallHeaders, request: Buffer): AsyncIterable<Buffer>;
  clientStream(headers: CallHeaders, requests: AsyncIterable<Buffer>): Promise<Buffer>;
}

export function createDispatcher(deps: DispatcherDeps, rpcServices: readonly RpcService[]): Dispatcher {
  const methods = rpcServices.flatMap((rpc) => rpc.methods);
  const byPath = new Map(methods.map((method) => [method.definition.path, method]));

  function find(path: string): ServedMethod {
    const method = byPath.get(path);
    if (method === undefined) throw unimplemented('UNIMPLEMENTED', 'There is no such call');
    return method;
  }

  return {
    methods,
    unary: (headers, bytes) =>
      observed(deps, headers, async () => {
        const method = find(headers.path);
        const { ctx, request } = await admit(deps, method, headers, () => decode(method, bytes));
        return encode(method, await method.unary(ctx, request));
      }),
    takesByReference: (path) => byPath.get(path)?.byReference === true,
    passByReference: (headers, message) =>
      observed(deps, headers, async () => {
        const method = find(headers.path);
        const { ctx, request } = await admit(deps, method, headers, () => message);
        return await method.unary(ctx, request);
      }),
    async *serverStream(headers, bytes) {
      const method = find(headers.path);
      const { ctx, request } = await observed(deps, headers, () =>
        admit(deps, method, headers, () => decode(method, bytes)),
      );
      try {
        for await (const message of method.serverStream(ctx, request)) yield encode(method, message);
      } catch (thrown) {
        const error = AppError.from(thrown);
        report(deps.log, headers, error);
        throw error;
      }
    },
    clientStream: (headers, stream) =>
      observed(deps, headers, async () => {
        const method = find(headers.path);
        const { ctx } = await admit(deps, method, headers, () => undefined);
        return encode(method, await method.clientStream(ctx, decodeAll(method, stream)));
      }),
  };
}

/** Counts and traces a call, and reports its failure. */
async function observed<T>(deps: DispatcherDeps, headers: CallHeaders, run: () => Promise<T>): Promise<T> {
  const done = deps.metrics.started(headers.path);
  try {
    const result = await withServerSpan(headers, run);
    done('OK');
    return result;
  } catch (thrown) {
    const error = AppError.from(thrown);
    done(error.code);
    report(deps.log, headers, error);
    throw error;
  }
}

/** Authenticates, limits a token to its gRPC service, reads the request, and applies the RPC's rule. */
async function admit(deps: DispatcherDeps, method: ServedMethod, headers: CallHeaders, read: () => unknown) {
  if (!Number.isFinite(headers.deadlineAt))
    throw invalidArgument('DEADLINE_REQUIRED', 'A deadline is required');
  const bearer = headers.metadata[HEADER.authorization]?.replace(/^Bearer /, '');
  const verified = await deps.authenticate(bearer);
  if (verified.grpcService !== undefined && verified.grpcService !== grpcServiceOf(headers.path))
    throw unauthenticated();
  if (headers.peers !== undefined && !mayCarry(headers.peers, verified.caller)) throw unauthenticated();
  const ctx = new CallCtx(headers, verified.caller, bearer ?? '');
  const request = read();
  await checkRule(deps, method, ctx, request);
  return { ctx, request };
}

/** A service's own token comes from a process whose certificate names that service; a user's from any service. */
function mayCarry(peers: readonly ServiceName[], caller: Ctx['caller']): boolean {
  return caller.kind === 'service' ? peers.includes(caller.service) : peers.length > 0;
}

async function checkRule(
  deps: DispatcherDeps,
  method: ServedMethod,
  ctx: Ctx,
  request: unknown,
): Promise<void> {
  try {
    method.check(ctx.caller, request);
  } catch (error) {
    const { permission, proof, definition } = method;
    const { reason } = AppError.from(error);
    // A request for a fresh proof is not a refusal.
    const isRefusal = reason !== FRESH_PROOF_REQUIRED && (permission ?? proof) !== undefined;
    if (ctx.caller.kind === 'user' && isRefusal)
      await deps.onRefusal?.(ctx, {
        path: definition.path,
        reason,
        permission,
        companyId: request === undefined ? undefined : method.companyOf(request),
      });
    throw error;
  }
}

function decode(method: ServedMethod, bytes: Buffer): unknown {
  if (bytes.length > MAX_MESSAGE_BYTES) throw tooLarge();
  try {
    return method.definition.requestDeserialize(bytes);
  } catch (error) {
    throw invalidArgument('MALFORMED_MESSAGE', 'The message cannot be read', { cause: error });
  }
}

async function* decodeAll(method: ServedMethod, stream: AsyncIterable<Buffer>): AsyncIterable<unknown> {
  for await (const bytes of stream) yield decode(method, bytes);
}

function encode(method: ServedMethod, message: unknown): Buffer {
  const bytes = method.definition.responseSerialize(message as never);
  if (bytes.length > MAX_MESSAGE_BYTES) throw tooLarge();
  return bytes;
}

const tooLarge = () => resourceExhausted('PAYLOAD_TOO_LARGE', 'The message is larger than 1 MiB');

function report(log: Logger, headers: CallHeaders, error: AppError): void {
  const fields = {
    rpc: headers.path,
    code: error.code,
    reason: error.reason,
    requestId: headers.metadata[HEADER.requestId],
  };
  if (error.isFault) log.error('rpc failed', { ...fields, err: error });
  else log.info('rpc refused', fields);
}
