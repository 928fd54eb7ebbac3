import { z } from 'zod';
import { cacheConfig } from '../../cache/open-cache.ts';
import { type ConfigOf, type ConfigSchema, defineConfig, secret } from '../../core/config/config.ts';
import { isProduction } from '../../core/config/production.ts';
import { SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';
import { hostsConfig } from '../../core/net/hosts-config.ts';
import { metricsConfig } from '../../core/telemetry/metrics.ts';
import { zoneConfig } from '../../domain/company-days/company-zones.ts';
import { busConfig } from '../../messaging/open-bus.ts';

const port = z.coerce.number().int().min(0).max(65535);

/** Settings of a process, the same for all that belong to one vault but for its own addresses. */
export const processSettings = defineConfig(
  'PIIVAULT',
  {
    /** postgres://host:port/database, or postgres:///database?host=/folder/of/a/socket&port=5432; without a login. */
    databaseUrl: z.string().startsWith('postgres://').optional(),
    /** PEM; certificates of PostgreSQL are verified against it, and TLS is demanded. */
    databaseCa: z.string().min(1).optional(),
    /** managed: ignores PostgreSQL's fsync and full_page_writes, because the provider's storage is durable. */
    databaseStorage: z.enum(['own', 'managed']).default('own'),
    /** Owner's login: for --migrate and PIIVAULT_MIGRATE only, no running service needs it. */
    databaseAdminUser: z.string().min(1).default('postgres'),
    databaseAdminPassword: secret().optional(),
    /** Makes roles and schemas at the start; elsewhere the same is done by `main.ts --migrate`. */
    migrate: z.stringbool().default(false),
    bus: busConfig.shape.bus,
    cache: cacheConfig.shape.cache,
    /** Of the role `bus`, for the bus in PostgreSQL. */
    busPassword: secret().optional(),
    /** Folder with the public key of every service, <name>.pem. */
    serviceKeysDir: z.string().min(1),
    /**
     * mTLS between processes: this process's chain and key, and the authority that signs every process's. All or none.
     */
    tlsCert: z.string().min(1).optional(),
    tlsKey: secret().optional(),
    tlsCa: z.string().min(1).optional(),
    /** Where /livez, /readyz and /metrics are; 0 lets the system choose. */
    metricsHost: z.string().min(1).default('127.0.0.1'),
    metricsPort: port.default(0),
    allowedHosts: hostsConfig.shape.allowedHosts,
    loopDelayResolutionMs: metricsConfig.shape.loopDelayResolutionMs,
    /** How long requests are served after /readyz starts to fail: the time that a load balancer takes to notice. */
    drainMs: z.coerce.number().int().min(0).max(600_000).default(0),
    timeZone: zoneConfig.shape.timeZone,
    logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    environment: z.enum(['development', 'testing', 'production']).default('development'),
  },
  undefined,
  (env) => (isProduction(env) ? { environment: 'production' } : {}),
);
export type ProcessSettings = ConfigOf<typeof processSettings>;

/** Default ports on this machine: 7701, 7702 … in the order of SERVICE_NAMES. */
const FIRST_PORT = 7701;

function defaultAddress(service: ServiceName): string {
  return `127.0.0.1:${FIRST_PORT + SERVICE_NAMES.indexOf(service)}`;
}

const address = (service: ServiceName) =>
  z
    .string()
    .regex(/^.+:\d{1,5}$/, 'must be host:port')
    .default(defaultAddress(service));

/** What concerns one service: where it is found, and, in the process that runs it, its secrets. */
export function peerSettings(service: ServiceName) {
  return defineConfig(service.toUpperCase(), { grpcAddress: address(service) });
}

/** @param isMigration a migration signs no token, so it needs no service key */
export function ownSettings(service: ServiceName, hasSchema: boolean, isMigration = false) {
  const password = hasSchema ? secret() : secret().optional();
  return defineConfig(service.toUpperCase(), {
    /** Where its RPCs are served; host:port. */
    grpcListen: address(service),
    /** PKCS#8 PEM, Ed25519; its public half is <name>.pem in PIIVAULT_SERVICE_KEYS_DIR. */
    serviceKey: isMigration ? secret().optional() : secret(),
    databasePassword: password,
    systemDatabasePassword: password,
  } satisfies ConfigSchema['shape']);
}
export type OwnSettings = ConfigOf<ReturnType<typeof ownSettings>>;
