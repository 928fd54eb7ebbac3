import { context, propagation } from '@opentelemetry/api';
import type { ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { type CallHeaders, type Channel, HEADER } from './channel.ts';
import {
  grpcServiceOf,
  type MethodDefinition,
  type RequestInput,
  type ResponseOf,
  type ServiceDefinition,
} from './definition.ts';
import { withClientSpan } from './rpc-telemetry.ts';

type ClientMethod<M extends MethodDefinition> = M extends { readonly requestStream: true }
  ? (ctx: Ctx, requests: AsyncIterable<RequestInput<M>>) => Promise<ResponseOf<M>>
  : M extends { readonly responseStream: true }
    ? (ctx: Ctx, request: RequestInput<M>) => AsyncIterable<ResponseOf<M>>
    : (ctx: Ctx, request: RequestInput<M>) => Promise<ResponseOf<M>>;

/** A typed client of a generated service; the same whether the service runs here or elsewhere. */
export type RpcClient<S extends ServiceDefinition> = { readonly [K in keyof S]: ClientMethod<S[K]> };

/** Makes the client of `definition`, served by `target`, over a channel that is looked up per call. */
export function createClient<S extends ServiceDefinition>(
  definition: S,
  target: ServiceName,
  channel: () => Channel,
): RpcClient<S> {
  const methods = Object.entries(definition).map(([name, method]) => [name, bind(method, target, channel)]);
  return Object.fromEntries(methods) as RpcClient<S>;
}

function bind(method: MethodDefinition, target: ServiceName, channel: () => Channel) {
  const encode = (message: unknown) => method.requestSerialize(message as never);
  if (method.requestStream)
    return async (ctx: Ctx, messages: AsyncIterable<unknown>) =>
      withClientSpan(method.path, async () => {
        const to = channel();
        const headers = await headersFor(ctx, method.path, target, to);
        return method.responseDeserialize(await to.clientStream(headers, mapped(messages, encode)));
      });
  if (method.responseStream)
    return async function* (ctx: Ctx, message: unknown) {
      const to = channel();
      const headers = await headersFor(ctx, method.path, target, to);
      for await (const bytes of to.serverStream(headers, encode(message)))
        yield method.responseDeserialize(bytes);
    };
  return (ctx: Ctx, message: unknown) =>
    withClientSpan(method.path, async () => {
      const to = channel();
      const headers = await headersFor(ctx, method.path, target, to);
      const passed = to.passByReference?.(headers, message);
      if (passed !== undefined) return await passed;
      return method.responseDeserialize(await to.unary(headers, encode(message)));
    });
}

async function headersFor(
  ctx: Ctx,
  path: string,
  target: ServiceName,
  to: Pick<Channel, 'isHere'>,
): Promise<CallHeaders> {
  const metadata: Record<string, string> = {
    [HEADER.authorization]: `Bearer ${await ctx.credential.tokenFor(target, grpcServiceOf(path))}`,
    [HEADER.requestId]: ctx.requestId,
  };
  if (ctx.ipAddress !== '') metadata[HEADER.clientIp] = ctx.ipAddress;
  if (ctx.userAgent !== '') metadata[HEADER.userAgent] = ascii(ctx.userAgent);
  if (ctx.idempotencyKey !== undefined) metadata[HEADER.idempotencyKey] = ctx.idempotencyKey;
  if (!to.isHere) propagation.inject(context.active(), metadata);
  return { path, metadata, deadlineAt: ctx.deadlineAt, signal: ctx.signal };
}

/** Metadata values are printable ASCII; replaces other characters by `?` and cuts after 512. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 512);
}

async function* mapped(messages: AsyncIterable<unknown>, encode: (message: unknown) => Buffer) {
  for await (const message of messages) yield encode(message);
}
