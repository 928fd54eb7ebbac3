import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Cache } from '../../cache/cache.ts';
import type { Environment } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ServiceDatabase } from '../../postgres/connection.ts';
import type { Channel } from '../../rpc/channel.ts';
import type { RpcClient } from '../../rpc/client.ts';
import type { ServiceDefinition } from '../../rpc/definition.ts';
import type { ServicePublicKeys } from '../../rpc/tokens/service-token.ts';
import type { EventsRuntime } from './events-runtime.ts';
import type { Module } from './module.ts';

export type ClientTo = <S extends ServiceDefinition>(definition: S, target: ServiceName) => RpcClient<S>;

export interface HostOptions {
  /** Started in this order, stopped in reverse. */
  readonly modules: readonly Module[];
  readonly env: Environment;
  readonly databases: ReadonlyMap<ServiceName, ServiceDatabase>;
  readonly events: EventsRuntime;
  readonly cache: Cache;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Private keys of the modules that run here; public keys of every service. */
  readonly privateKeys: ReadonlyMap<ServiceName, KeyObject>;
  readonly publicKeys: ServicePublicKeys;
  /** Fetches the public keys of internal tokens, asked by each module under its own service token. */
  readonly fetchJwks: (client: ClientTo, self: Ctx) => Promise<readonly JWK[]>;
  /** Channels to the modules that run elsewhere. */
  readonly remote?: (target: ServiceName) => Channel;
  /** How these channels are secured; absent where everything runs in this process. */
  readonly transport?: 'mtls' | 'plain';
  /** Only calls are answered: no job, relay or consumer runs. */
  readonly isQuiet?: boolean;
}
