import { randomBytes } from 'node:crypto';
import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import { addressRanges } from '@pii-vault/platform/core/net/address-ranges';
import { defineModule, type ModuleKit, type RunningModule } from '@pii-vault/platform/runtime/module/module';
import { type AppDeps, createApp } from './app.ts';
import { createClients } from './clients.ts';
import { companyNames } from './companies/company-names.ts';
import { zoneFor } from './companies/company-zone.ts';
import { gatewayConfig, proxyRanges } from './config.ts';
import { consentWarnings } from './consents/consent-warnings.ts';
import { consoleFiles } from './console/console-files.ts';
import { consoleProxy } from './console/console-proxy.ts';
import { allowList, pollBlocks, pollSources, refuseBlocked } from './edge/access-lists.ts';
import { createAuthenticate } from './edge/authenticate.ts';
import { cookieNames } from './edge/cookies.ts';
import { createCursors } from './edge/cursor.ts';
import { longestMs } from './edge/dispatch.ts';
import { ownNames } from './edge/hosts-and-origins.ts';
import { createInternalTokens } from './edge/internal-tokens.ts';
import { createLiveness } from './edge/liveness.ts';
import { loadShedding } from './edge/load-shedding.ts';
import { rateLimits } from './edge/rate-limits.ts';
import { watchTrail } from './edge/trail-state.ts';
import { createHandlers } from './handlers.ts';
import { linkingCompanies } from './individuals/linking-companies.ts';
import { listen } from './server.ts';

type Kit = ModuleKit<ConfigOf<typeof gatewayConfig>>;

export interface RunningGateway extends RunningModule {
  /** Port of API and console. */
  readonly port: number;
}

const livenessEveryMs = 2_000;
const loadEveryMs = 500;
const sourcesEveryMs = 1_500;
const trailEveryMs = 2_000;
const readyWithinMs = 1_000;

/** Starts the edge: no database schema, no RPCs, one HTTP address. */
export async function startGateway(kit: Kit): Promise<RunningGateway> {
  const { config, log, metrics } = kit;
  const { deps, clients, liveness, trail, refreshSources } = wire(kit);
  const shedding = loadShedding();
  kit.tick('load', loadEveryMs, async () => shedding.measure());
  const app = createApp({ ...deps, health: kit, shedding: shedding.handler, log, metrics });
  kit.tick('liveness', livenessEveryMs, () => liveness.refresh());
  kit.tick('allowed sources', sourcesEveryMs, refreshSources).wake();
  kit.tick('trail', trailEveryMs, trail.refresh);
  // Audit may start later; until it answers, the gateway is not ready and refuses changes.
  await trail.refresh().catch(() => undefined);
  const server = await listen(app, config.host, config.port);
  log.info('Gateway listens', { port: server.port });
  return {
    services: [],
    port: server.port,
    async ready() {
      await clients.auth.setupStatus(kit.self({ deadlineMs: readyWithinMs }), {});
      if (!trail.isKnown()) await trail.refresh();
    },
    async stop() {
      await server.close(longestMs);
      shedding.stop();
    },
  };
}

/** Parts of the edge that depend on settings or clients. */
function wire(kit: Kit) {
  const { config } = kit;
  const self = () => kit.self();
  const clients = createClients(kit);
  const tokens = createInternalTokens(clients.auth, self);
  const liveness = createLiveness(clients.auth, self);
  const trail = watchTrail(clients.trail, () => kit.self({ deadlineMs: readyWithinMs }));
  const cookies = cookieNames(config.deployment ?? String(config.port));
  const sources = pollSources(clients.accessRules, self);
  const blocks = pollBlocks(clients.blockedAddresses, self);
  const refreshSources = async () => void (await Promise.all([sources.refresh(), blocks.refresh()]));
  const own = ownNames(config);
  const names = companyNames(clients, self);
  const zones = zoneFor(names, kit.zones.deployment);
  const handlers = createHandlers({
    ...clients,
    refreshSources,
    self,
    names,
    zoneFor: zones,
    consentWarnings: consentWarnings(clients, (options) => kit.self(options)),
    linking: linkingCompanies(clients, self),
    tokens,
    cookies,
    isHttps: config.origin?.startsWith('https:') === true,
    importLimitBytes: config.importMax,
    bodyPatienceMs: config.bodyPatienceMs,
    environment: config.environment,
    databaseName: config.databaseName,
    builtAt: config.buildTime === undefined ? new Date() : new Date(config.buildTime),
  });
  const deps: Omit<AppDeps, 'health' | 'shedding' | 'log' | 'metrics'> = {
    handlers,
    authenticate: createAuthenticate(tokens, liveness),
    limits: rateLimits(kit.cache, config),
    trail,
    cursors: createCursors(cursorKey(config.cursorKey?.reveal())),
    self,
    zoneFor: zones,
    cookieName: cookies.context,
    allowedOrigins: own.origins,
    bodyPatienceMs: config.bodyPatienceMs,
    corsOrigins: new Set(config.corsOrigins),
    accessLists: [allowList(sources, own.pageHosts), refuseBlocked(blocks)],
    isOwnHost: own.isOwnHost,
    proxies: addressRanges(proxyRanges(config.trustedProxies)),
    console:
      config.consoleUrl === undefined ? consoleFiles(config.consoleDir) : [consoleProxy(config.consoleUrl)],
  };
  return { deps, clients, liveness, trail, refreshSources };
}

/** Without a configured key, cursors are valid until the process ends. */
function cursorKey(configured: string | undefined): Buffer {
  return configured === undefined ? randomBytes(32) : Buffer.from(configured, 'base64');
}

export const gatewayModule = defineModule({
  name: 'gateway',
  config: gatewayConfig,
  migrations: undefined,
  start: startGateway,
});
