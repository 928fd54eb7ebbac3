import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Cache } from '../cache/cache.ts';
import type { Environment } from '../config/config.ts';
import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { DatabaseAddress, ServiceLogins } from '../db/connection.ts';
import type { Bus } from '../events/bus.ts';
import type { Logger } from '../log/log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Channel } from '../rpc/channel.ts';
import { createClient, type RpcClient } from '../rpc/client.ts';
import type { ServiceDefinition } from '../rpc/definition.ts';
import type { Dispatcher } from '../rpc/dispatcher.ts';
import { inProcessChannel } from '../rpc/in-process-channel.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ServicePublicKeys } from '../tokens/service-token.ts';
import { notStarted, startModule, type StartedModule } from './start-module.ts';
import type { Module } from './module.ts';
import { selfContexts } from './self-context.ts';

/** Where a service's schema is and how its two roles log in. */
export interface ServiceDatabase {
  readonly address: DatabaseAddress;
  readonly logins: ServiceLogins;
}

export type ClientTo = <S extends ServiceDefinition>(definition: S, target: ServiceName) => RpcClient<S>;

export interface HostOptions {
  /** Started in this order, stopped in reverse. */
  readonly modules: readonly Module[];
  readonly env: Environment;
  readonly databases: ReadonlyMap<ServiceName, ServiceDatabase>;
  readonly bus: Bus;
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
}

/** Modules that run in one process. */
export interface Host {
  readonly client: ClientTo;
  dispatcher(service: ServiceName): Dispatcher;
  /** A context under a service's own token. */
  self(service: ServiceName, options?: { company?: number; deadlineMs?: number }): Ctx;
  /** Rejects, naming the module, while one cannot do its work. */
  ready(): Promise<void>;
  /** Ships what is in the outboxes and handles what is on the bus, until both are quiet. */
  drain(): Promise<void>;
  /** Ends requests, then jobs, consumers and relays, then the database connections. */
  stop(): Promise<void>;
}

/** Starts the modules: all of them first, then the consumers and relays, so that no event finds a closed door. */
export async function startHost(options: HostOptions): Promise<Host> {
  const started = new Map<ServiceName, StartedModule>();
  const local = new Set(options.modules.map((module) => module.name));
  const channels = new Map<ServiceName, Channel>();
  const dispatcher = (service: ServiceName): Dispatcher => {
    const module = started.get(service);
    if (module === undefined) throw notStarted(service);
    return module.dispatcher;
  };
  const channelTo = (target: ServiceName): Channel => {
    let channel = channels.get(target);
    if (channel === undefined) {
      if (local.has(target)) channel = inProcessChannel(() => dispatcher(target));
      else if (options.remote !== undefined) channel = options.remote(target);
      else throw notStarted(target);
      channels.set(target, channel);
    }
    return channel;
  };
  const client: ClientTo = (definition, target) => createClient(definition, target, () => channelTo(target));
  const selves = new Map(
    [...options.privateKeys].map(([service, key]) => [service, selfContexts(service, key)] as const),
  );
  const self: Host['self'] = (service, settings) => {
    const make = selves.get(service);
    if (make === undefined) throw new Error(`No service key is configured for ${service}`);
    return make(settings);
  };
  const stopAll = async () => {
    for (const module of [...started.values()].reverse()) await module.stop();
    for (const channel of channels.values()) await channel.close();
  };
  try {
    for (const module of options.modules)
      started.set(module.name, await startModule(module, options, client, (settings) => self(module.name, settings)));
    for (const module of started.values()) await module.startEvents();
  } catch (error) {
    await stopAll();
    throw error;
  }
  return {
    client,
    dispatcher,
    self,
    async ready() {
      for (const module of started.values()) await module.ready();
    },
    async drain() {
      let moved = true;
      while (moved) {
        moved = false;
        for (const module of started.values()) moved = (await module.flush()) || moved;
      }
    },
    stop: stopAll,
  };
}
