import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { createMetrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Bus } from '@pii-vault/platform/messaging/bus';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { generateServiceKey } from '@pii-vault/platform/rpc/tokens/service-token';
import { eventsOnModuleConnections } from '@pii-vault/platform/runtime/module/events-runtime';
import { startHost } from '@pii-vault/platform/runtime/module/host';
import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { gatewayConfig } from '../src/config.ts';
import { type RunningGateway, startGateway } from '../src/module.ts';
import { type FakeAccess, fakeAccessRules, fakeBlocks } from './fake-access-rules.ts';
import { type FakeIdentity, fakeIdentity } from './fake-identity.ts';
import { fakeModule, fakeRpc } from './fake-services.ts';

export interface GatewayWorld {
  readonly origin: string;
  readonly port: number;
  /** Metrics in Prometheus text format. */
  metrics(): Promise<string>;
  readonly consoleDir: string;
  readonly identity: FakeIdentity;
  /** Allowed sources of the fake tenancy; the edge reads them every 1.5 s. */
  readonly access: FakeAccess;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Starts the shutdown: the gateway still serves arriving requests. */
  leave(): void;
  stop(): Promise<void>;
}

const noBus = new Proxy({} as Bus, {
  get: () => () => Promise.reject(new Error('The gateway uses no bus')),
});

type Fakes = Partial<Record<ServiceName, readonly RpcService[]>>;

/** The real gateway on a real port, with fake services over the in-process channel. */
export async function gatewayWorld(
  fakes: Fakes = {},
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayWorld> {
  const tokens = await createTestTokens();
  const identity = fakeIdentity(tokens);
  const access: FakeAccess = { allowedIps: [], allowedDomains: [], blockedIps: [], isDown: false };
  const consoleDir = await mkdtemp(join(tmpdir(), 'console-'));
  const metrics = createMetrics();
  const gateway = realGateway();
  const services = {
    ...fakes,
    audit: withTrail(fakes.audit ?? []),
    identity: [identity.rpc, fakeBlocks(access), ...(fakes.identity ?? [])],
    tenancy: [fakeAccessRules(access), ...(fakes.tenancy ?? [])],
  };
  const host = await startHost({
    modules: [...fakeModules(services), gateway.module],
    env: { PIIVAULT_PORT: '0', PIIVAULT_CONSOLE_DIR: consoleDir, PIIVAULT_DEPLOYMENT: 'test', ...env },
    databases: new Map(),
    events: eventsOnModuleConnections(noBus),
    cache: memoryCache(),
    mailer: { send: () => Promise.resolve() },
    log: silentLogger(),
    metrics,
    ...serviceKeys(),
    fetchJwks: async () => tokens.jwks(),
  });
  const { port } = gateway.running();
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    consoleDir,
    identity,
    access,
    metrics: () => metrics.text(),
    fetch: (path, init) => fetch(`${origin}${path}`, init),
    leave: () => host.leave(),
    async stop() {
      await host.stop();
      await rm(consoleDir, { recursive: true, force: true });
    },
  };
}

/** The gateway's module, and its running instance once the host has started. */
function realGateway() {
  let running: RunningGateway | undefined;
  const module = defineModule({
    name: 'gateway',
    config: gatewayConfig,
    migrations: undefined,
    async start(kit) {
      running = await startGateway(kit);
      return running;
    },
  });
  return {
    module,
    running(): RunningGateway {
      if (running === undefined) throw new Error('The gateway did not start');
      return running;
    },
  };
}

/** With an audit service whose trail is sound, unless the test has its own: the gateway refuses changes without one. */
function withTrail(audit: readonly RpcService[]): readonly RpcService[] {
  const { path } = TrailService.getTrailState;
  if (audit.some(({ methods }) => methods.some(({ definition }) => definition.path === path))) return audit;
  return [...audit, fakeRpc(TrailService, { getTrailState: async () => ({ contradiction: '' }) })];
}

/** One module per service, without RPCs where there is no fake. */
const fakeModules = (fakes: Fakes) =>
  SERVICE_NAMES.filter((name) => name !== 'gateway').map((name) => fakeModule(name, fakes[name] ?? []));

function serviceKeys() {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  return {
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
  };
}
