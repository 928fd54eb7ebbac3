import type { SessionLack } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { refuseLacking } from '../core/context/session-lack.ts';
import type { Allow } from './allow.ts';
import type { MethodDefinition, RequestOf, ResponseInput, ServiceDefinition } from './definition.ts';

type Handler<M extends MethodDefinition> = M extends { readonly requestStream: true }
  ? (ctx: Ctx, requests: AsyncIterable<RequestOf<M>>) => Promise<ResponseInput<M>>
  : M extends { readonly responseStream: true }
    ? (ctx: Ctx, request: RequestOf<M>) => AsyncIterable<ResponseInput<M>>
    : (ctx: Ctx, request: RequestOf<M>) => Promise<ResponseInput<M>>;

/** One RPC: who may call it, and what it does. */
export interface RpcSpec<M extends MethodDefinition> {
  /** For a client-streaming RPC it sees `undefined`: the handler checks the company of the first message. */
  readonly allow: Allow<RequestOf<M>>;
  readonly handle: Handler<M>;
  /**
   * For hot reads in which neither side changes request or response: inside a process both are passed by reference and
   * not encoded (encoding took a seventh of the time of a reveal).
   */
  readonly byReference?: true;
}

export type RpcSpecs<S extends ServiceDefinition> = { readonly [K in keyof S]: RpcSpec<S[K]> };

/** An RPC with its types erased. */
export interface ServedMethod {
  readonly definition: MethodDefinition;
  readonly permission: string | undefined;
  readonly proof: 'fresh' | undefined;
  readonly byReference: boolean;
  readonly lacking: readonly SessionLack[];
  companyOf(request: unknown): number | undefined;
  check(caller: Ctx['caller'], request: unknown): void;
  unary(ctx: Ctx, request: unknown): Promise<unknown>;
  serverStream(ctx: Ctx, request: unknown): AsyncIterable<unknown>;
  clientStream(ctx: Ctx, requests: AsyncIterable<unknown>): Promise<unknown>;
}

export interface RpcService {
  readonly methods: readonly ServedMethod[];
}

/**
 * Binds handlers to a generated service definition. Every RPC needs an entry with its rule: a missing
 * one does not compile, and at run time refuses the start.
 */
export function serve<S extends ServiceDefinition>(definition: S, specs: RpcSpecs<S>): RpcService {
  const methods = Object.entries(definition).map(([name, method]) => {
    const spec: unknown = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!isSpec(spec)) throw new Error(`RPC ${method.path} declares no permission and no handler`);
    return served(method, spec);
  });
  return { methods };
}

interface AnySpec {
  readonly allow: Allow<unknown>;
  readonly handle: (ctx: Ctx, request: unknown) => Promise<unknown> | AsyncIterable<unknown>;
  readonly byReference?: true;
}

function isSpec(spec: unknown): spec is AnySpec {
  if (typeof spec !== 'object' || spec === null) return false;
  if (!('allow' in spec) || !('handle' in spec) || typeof spec.handle !== 'function') return false;
  return typeof spec.allow === 'object' && spec.allow !== null && 'check' in spec.allow;
}

function served(definition: MethodDefinition, spec: AnySpec): ServedMethod {
  return {
    definition,
    permission: spec.allow.permission,
    proof: spec.allow.proof,
    byReference: spec.byReference === true,
    lacking: spec.allow.lacking ?? [],
    companyOf: (request) => spec.allow.companyOf?.(request),
    check: (caller, request) => {
      refuseLacking(caller, spec.allow.lacking);
      spec.allow.check(caller, request);
    },
    unary: async (ctx, request) => await (spec.handle(ctx, request) as Promise<unknown>),
    serverStream: (ctx, request) => spec.handle(ctx, request) as AsyncIterable<unknown>,
    clientStream: async (ctx, requests) => await (spec.handle(ctx, requests) as Promise<unknown>),
  };
}
