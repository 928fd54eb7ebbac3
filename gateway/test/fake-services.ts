import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Allow } from '@pii-vault/platform/rpc/allow';
import type { RequestOf, ResponseInput, ServiceDefinition } from '@pii-vault/platform/rpc/definition';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import type { Module } from '@pii-vault/platform/runtime/module/module';

const anybody: Allow<unknown> = { permission: undefined, check: () => {} };

type Answers<S extends ServiceDefinition> = {
  [K in keyof S]?: (
    ctx: Ctx,
    request: S[K] extends { requestStream: true } ? AsyncIterable<RequestOf<S[K]>> : RequestOf<S[K]>,
  ) => Promise<ResponseInput<S[K]>>;
};

/** An RPC service with scripted responses, UNIMPLEMENTED otherwise; messages are encoded and authenticated. */
export function fakeRpc<S extends ServiceDefinition>(
  definition: S,
  answers: Answers<S>,
  allow: Allow<unknown> = anybody,
): RpcService {
  const missing = () => Promise.reject(new AppError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'Not scripted'));
  const specs = Object.keys(definition).map((name) => [name, { allow, handle: answers[name] ?? missing }]);
  return serve(definition, Object.fromEntries(specs) as RpcSpecs<S>);
}

export function fakeModule(name: ServiceName, services: readonly RpcService[]): Module {
  return {
    name,
    config: { prefix: name.toUpperCase(), shape: {} },
    migrations: undefined,
    publishes: [],
    countsDays: false,
    boot: () => Promise.resolve({ services }),
  };
}
