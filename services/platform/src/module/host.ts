import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Channel } from '../rpc/channel.ts';
import { createClient } from '../rpc/client.ts';
import type { Dispatcher } from '../rpc/dispatcher.ts';
import { inProcessChannel } from '../rpc/in-process-channel.ts';
import type { ClientTo, HostOptions } from './host-options.ts';
import { selfContexts } from './self-context.ts';
import { notStarted, type StartedModule, startModule } from './start-module.ts';

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
      started.set(
        module.name,
        await startModule(module, options, client, (settings) => self(module.name, settings)),
      );
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
      // Two quiet rounds: an effect may have moved from one module's consumer to another's outbox between looks.
      for (let quiet = 0; quiet < 2; ) {
        let isQuiet = true;
        for (const module of started.values()) if (await module.flush()) isQuiet = false;
        quiet = isQuiet ? quiet + 1 : 0;
      }
    },
    stop: stopAll,
  };
}
