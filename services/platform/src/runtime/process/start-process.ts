import type { Environment } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import { createLogger, type Logger } from '../../core/log/log.ts';
import { createMetrics, type Metrics } from '../../core/telemetry/metrics.ts';
import { startTracing } from '../../core/telemetry/tracing.ts';
import { carryingChannel } from '../../rpc/carrier/carrying-channel.ts';
import { grpcChannel } from '../../rpc/grpc-channel.ts';
import { type RunningGrpcServer, startGrpcServer } from '../../rpc/grpc-server.ts';
import { RenewableTls } from '../../rpc/renewable-tls.ts';
import { channelCredentials } from '../../rpc/tls.ts';
import { eventsOnOwnConnections } from '../module/events-runtime.ts';
import { type Host, startHost } from '../module/host.ts';
import type { Module } from '../module/module.ts';
import { databasesAnswer, migrateModules, moduleDatabases } from './databases.ts';
import { fetchTokenKeys } from './fetch-token-keys.ts';
import { type LoadedSettings, loadSettings } from './load-settings.ts';
import { openPorts, type Ports } from './open-ports.ts';
import { type SideServerOptions, startSideServer } from './side-server.ts';
import { waitUntil } from './wait-until.ts';
import { watchCertificate } from './watch-certificate.ts';

/** How long calls that run may take to end when the process stops. */
const GRACE_MS = 10_000;

export interface RunningProcess {
  readonly host: Host;
  readonly metricsPort: number;
  /** Reports not ready, waits for load balancers to notice, refuses new calls, finishes running ones and closes. */
  stop(): Promise<void>;
}

/**
 * Runs modules in this process; the others are reached over gRPC. Waits for PostgreSQL and the bus, so that
 * processes may be started in any order; `/livez` answers from the first moment on.
 * @throws ConfigError
 */
export async function startProcess(
  modules: readonly Module[],
  env: Environment,
  signal: AbortSignal,
): Promise<RunningProcess> {
  const settings = loadSettings(modules, env);
  const { logLevel, drainMs } = settings.process;
  const log = createLogger(logLevel);
  const metrics = createMetrics(settings.process);
  const names = modules.map(({ name }) => name);
  const closing = new AsyncDisposableStack();
  try {
    const tls = tlsOf(settings);
    if (tls !== undefined) closing.defer(watchCertificate(tls, env, metrics, log));
    const side = await startSideServer(sideOptions(settings, names, metrics));
    closing.defer(() => side.close());
    const { exporterOtlpEndpoint, tracesSamplerArg } = settings.tracing;
    closing.defer(await startTracing(exporterOtlpEndpoint, tracesSamplerArg, names.join('+')));
    const ports = await openPorts(settings, env, log);
    closing.defer(() => ports.close());
    await prepare(modules, settings, ports, log, signal);
    const { cache, mailer } = ports;
    const common = hostOptions(modules, settings, tls, env);
    const events = eventsOnOwnConnections(ports.bus, common.databases);
    closing.defer(() => events.close());
    const host = await startHost({ ...common, events, cache, mailer, log, metrics });
    closing.defer(() => host.stop());
    for (const name of names.filter((each) => host.dispatcher(each).methods.length > 0)) {
      const server = await serveModule(name, host, settings, tls);
      closing.defer(() => server.stop(GRACE_MS));
    }
    side.watch(host);
    log.info('process started', { modules: names, metricsPort: side.port });
    const stop = async () => {
      log.info('process stops', { modules: names });
      host.leave();
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      await closing.disposeAsync();
    };
    return { host, metricsPort: side.port, stop };
  } catch (error) {
    // Errors while closing mostly have the same cause.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
}

function sideOptions(
  { process: { metricsHost: host, metricsPort: port, allowedHosts } }: LoadedSettings,
  modules: readonly ServiceName[],
  metrics: Metrics,
): SideServerOptions {
  return { host, port, metrics, modules, allowedHosts };
}

async function prepare(
  modules: readonly Module[],
  settings: LoadedSettings,
  ports: Ports,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (settings.process.migrate)
    await waitUntil('migrations', () => migrateModules(modules, settings), signal, log);
  const databases = moduleDatabases(modules, settings);
  await waitUntil('database', () => databasesAnswer(modules, databases, settings, log), signal, log);
  await waitUntil('bus', () => ports.bus.ready(), signal, log);
}

function hostOptions(
  modules: readonly Module[],
  settings: LoadedSettings,
  tls: RenewableTls | undefined,
  env: Environment,
) {
  const { publicKeys, privateKeys, peers } = settings;
  const credentials = channelCredentials(tls);
  return {
    modules,
    env,
    databases: moduleDatabases(modules, settings),
    privateKeys,
    publicKeys,
    fetchJwks: fetchTokenKeys,
    transport: tls === undefined ? ('plain' as const) : ('mtls' as const),
    remote: (target: ServiceName) =>
      carryingChannel(
        grpcChannel(peers.get(target) ?? '', credentials, tls === undefined ? undefined : target),
      ),
  };
}

function serveModule(
  name: ServiceName,
  host: Host,
  settings: LoadedSettings,
  tls: RenewableTls | undefined,
): Promise<RunningGrpcServer> {
  const address = settings.own.get(name)?.grpcListen ?? '';
  const ready = () => host.moduleReady(name);
  return startGrpcServer(host.dispatcher(name), address, tls, ready);
}

function tlsOf({ process: { tlsCert, tlsKey, tlsCa } }: LoadedSettings): RenewableTls | undefined {
  if (tlsCert === undefined || tlsKey === undefined || tlsCa === undefined) return undefined;
  return new RenewableTls({ cert: tlsCert, key: tlsKey.reveal(), ca: tlsCa });
}
