import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import type { ParkedHead } from '../../messaging/dead-letter.ts';
import type { Replayed } from '../../messaging/replay-consumers.ts';
import { createClient } from '../../rpc/client.ts';
import type { Dispatcher } from '../../rpc/dispatcher.ts';
import { type SelfOptions, selfContexts } from '../../rpc/self-context.ts';
import { hostChannels, notStarted } from './host-channels.ts';
import type { ClientTo, HostOptions } from './host-options.ts';
import type { Discarded } from './parked-events-rpc.ts';
import { createReadiness } from './readiness.ts';
import { type StartedModule, startModule } from './start-module.ts';

/** Modules that run in one process. */
export interface Host {
  readonly client: ClientTo;
  dispatcher(service: ServiceName): Dispatcher;
  /** A context under a service's own token. */
  self(service: ServiceName, options?: { company?: number; deadlineMs?: number }): Ctx;
  /** Rejects, naming the module, while one cannot do its work, and from `leave` on. */
  ready(): Promise<void>;
  /** The same for one module. */
  moduleReady(service: ServiceName): Promise<void>;
  /** Reports not ready, so that load balancers send no more requests. Requests are still served until `stop`. */
  leave(): void;
  /** Ships what is in the outboxes and handles what is on the bus, until both are quiet. */
  drain(): Promise<void>;
  /** Replays parked messages, once their cause is fixed. The result leaves out consumers without any. */
  replayParked(): Promise<(Replayed & { readonly service: ServiceName })[]>;
  /** The first parked message of each key. */
  parkedEvents(): Promise<(ParkedHead & { readonly service: ServiceName })[]>;
  /** @throws AppError INVALID_ARGUMENT INVALID_DISCARD; NOT_FOUND EVENT_NOT_PARKED */
  discardParked(service: ServiceName, event: Discarded): Promise<void>;
  /**
   * Ends requests, then jobs, consumers and relays, then the database connections.
   * @throws what the first that failed threw, when all have ended
   */
  stop(): Promise<void>;
}

type Started = Map<ServiceName, StartedModule>;

/** Starts the modules: all of them first, then the consumers and relays, so that no event finds a closed door. */
export async function startHost(options: HostOptions): Promise<Host> {
  const started: Started = new Map();
  const moduleOf = (service: ServiceName): StartedModule => {
    const module = started.get(service);
    if (module === undefined) throw notStarted(service);
    return module;
  };
  const dispatcher = (service: ServiceName) => moduleOf(service).dispatcher;
  const local = new Set(options.modules.map((module) => module.name));
  const channels = hostChannels(local, dispatcher, options.remote);
  const client: ClientTo = (definition, target) =>
    createClient(definition, target, () => channels.to(target));
  const self = serviceContexts(options);
  const readiness = createReadiness(started);
  const closing = new AsyncDisposableStack();
  closing.defer(() => channels.close());
  try {
    for (const module of options.modules) {
      const own = (settings?: SelfOptions) => self(module.name, settings);
      const around = { options, client, readiness, self: own };
      const running = await startModule(module, around);
      closing.defer(() => running.stop());
      started.set(module.name, running);
    }
    if (options.isQuiet !== true) for (const module of started.values()) await module.startEvents();
  } catch (error) {
    // Errors while closing mostly have the same cause.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
  readiness.open();
  const { ready, moduleReady, leave } = readiness;
  return {
    client,
    dispatcher,
    self,
    ready,
    moduleReady,
    leave,
    drain: () => drain(started),
    replayParked: () => ofAll(started, (module) => module.replayParked()),
    parkedEvents: () => ofAll(started, (module) => module.parkedEvents()),
    discardParked: (service, event) => moduleOf(service).discardParked(event),
    async stop() {
      leave();
      await closing.disposeAsync();
    },
  };
}

/** @throws Error for a service whose private key this process does not have */
function serviceContexts({ privateKeys }: HostOptions): (service: ServiceName, options?: SelfOptions) => Ctx {
  const contexts = new Map([...privateKeys].map(([service, key]) => [service, selfContexts(service, key)]));
  return (service, settings) => {
    const make = contexts.get(service);
    if (make === undefined) throw new Error(`No service key is configured for ${service}`);
    return make(settings);
  };
}

/** Rows of all modules, one module after the other, each with its service. */
async function ofAll<Row extends object>(
  started: Started,
  read: (module: StartedModule) => Promise<readonly Row[]>,
): Promise<(Row & { readonly service: ServiceName })[]> {
  const found: (Row & { readonly service: ServiceName })[] = [];
  for (const [service, module] of started)
    found.push(...(await read(module)).map((one) => ({ ...one, service })));
  return found;
}

/** Two quiet rounds: an effect may have moved from one module's consumer to another's outbox between looks. */
async function drain(started: Started): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    let isQuiet = true;
    for (const module of started.values()) if (await module.flush()) isQuiet = false;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}
