import { createClient } from '@pii-vault/platform/rpc/client';
import { grpcChannel } from '@pii-vault/platform/rpc/grpc-channel';
import { HealthService } from '@pii-vault/platform/rpc/grpc-health';
import { selfContexts } from '@pii-vault/platform/rpc/self-context';
import { channelCredentials } from '@pii-vault/platform/rpc/tls';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmptyDeployment,
  type Env,
  emptyDeployment,
  type ServiceProcess,
  startByNpm,
  startService,
} from './service-process.ts';

const TENANCY = 'services/tenancy/src/main.ts';
const CRYPTO = 'services/crypto/src/main.ts';
const IDENTITY = 'services/identity/src/main.ts';
const GATEWAY = 'gateway/src/main.ts';
const ALL = 'services/all/src/launcher/main.ts';
let world: EmptyDeployment;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  world = await emptyDeployment();
});
afterEach(async () => {
  for (const process of running.splice(0)) {
    process.kill();
    await process.ended;
  }
});
afterAll(() => world?.drop());

/** Kills the process after the test. */
async function kept(starting: Promise<ServiceProcess>): Promise<ServiceProcess> {
  const process = await starting;
  running.push(process);
  return process;
}

const start = (main: string, env: Env, ...args: string[]) => kept(startService(main, env, ...args));

/** Status of a page on the side port; 'refused' when the connection is refused. */
function look(process: ServiceProcess, path: string): Promise<number | 'refused'> {
  return fetch(`${process.side}${path}`).then(
    ({ status }) => status,
    () => 'refused',
  );
}

/** @throws Error with the process output and the reason why it is not ready */
async function becomes(process: ServiceProcess, path: string, status: number | 'refused'): Promise<void> {
  try {
    await expect.poll(() => look(process, path), { timeout: 60_000, interval: 50 }).toBe(status);
  } catch (cause) {
    const told = await fetch(`${process.side}/readyz`).then((answer) => answer.text(), String);
    throw new Error(`${path} is not ${status}: ${told}\n${Object.values(process.printed).join('\n')}`, {
      cause,
    });
  }
}

/** An RPC of the gateway over a separate channel. */
async function asGateway<T>(
  target: 'tenancy' | 'crypto',
  call: (
    channel: ReturnType<typeof grpcChannel>,
    ctx: ReturnType<ReturnType<typeof selfContexts>>,
  ) => Promise<T>,
): Promise<T> {
  const key = world.keys.get('gateway');
  if (key === undefined) throw new Error('The deployment has no key of the gateway');
  const address = world.env[`${target.toUpperCase()}_GRPC_ADDRESS`] ?? '';
  const channel = grpcChannel(address, channelCredentials(undefined));
  try {
    return await call(channel, selfContexts('gateway', key.privateKey)());
  } finally {
    await channel.close();
  }
}

const companyStates = () =>
  asGateway('tenancy', (channel, ctx) =>
    createClient(DirectoryService, 'tenancy', () => channel).companyStates(ctx, { companyIds: [] }),
  );

/** tenancy's status in grpc.health.v1: 1 serving, 2 not serving. */
const health = () =>
  asGateway('tenancy', async (channel, { deadlineAt, signal }) => {
    const { path, requestSerialize, responseDeserialize } = HealthService.check;
    const asked = requestSerialize({ service: 'piivault.tenancy.v1.Directory' });
    return responseDeserialize(await channel.unary({ path, metadata: {}, deadlineAt, signal }, asked)).status;
  });

describe('a service in its own process', () => {
  it('reports all missing settings together, without secrets', async () => {
    const env = {
      PIIVAULT_SERVICE_KEYS_DIR: '/nowhere',
      TENANCY_SERVICE_KEY: 'planted-secret',
      PIIVAULT_BUS: 'kafka',
    };
    const { code, stdout, stderr } = await (await start(TENANCY, env)).ended;
    expect(code).toBe(1);
    for (const name of ['PIIVAULT_DATABASE_URL', 'TENANCY_DATABASE_PASSWORD', 'tenancy.pem', 'KAFKA_BROKERS'])
      expect(stderr).toContain(name);
    expect(stdout + stderr).not.toContain('planted-secret');
  });

  it('refuses a wrong key and unsafe settings in production, all together', async () => {
    const careless = {
      IDENTITY_SERVICE_KEY_FILE: world.env.AUDIT_SERVICE_KEY_FILE ?? '',
      PIIVAULT_DATABASE_URL: 'postgres://db/pii_vault',
      PIIVAULT_BUS: 'kafka',
      KAFKA_BROKERS: 'kafka:9092',
      PIIVAULT_CACHE: 'redis',
      REDIS_URL: 'redis://cache',
      SMTP_ALLOWS_PLAIN: 'true',
      IDENTITY_IS_TEST_DATABASE: 'true',
      PIIVAULT_ENVIRONMENT: 'production',
    };
    const { code, stderr } = await (await start(IDENTITY, { ...world.env, ...careless })).ended;
    expect(code).toBe(1);
    // production-settings.test.ts and the tests of each configuration have the other names.
    for (const name of [
      'IDENTITY_SERVICE_KEY: does not belong to identity.pem',
      'PIIVAULT_TLS_CERT_FILE: production wants mTLS',
      'PIIVAULT_DATABASE_URL',
      'KAFKA_TLS',
      'REDIS_URL: production needs TLS',
      'SMTP_ALLOWS_PLAIN',
      'IDENTITY_IS_TEST_DATABASE',
    ])
      expect(stderr).toContain(`  ${name}`);
  });

  it('of the gateway refuses unsafe settings in production', async () => {
    const env = { ...world.env, PIIVAULT_ENVIRONMENT: 'production' };
    const { code, stderr } = await (await start(GATEWAY, env)).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('  PIIVAULT_TRUSTED_PROXIES')]);
  });

  it('is alive before its schema exists, and ready and serving afterwards', async () => {
    const tenancy = await start(TENANCY, world.env);
    await becomes(tenancy, '/livez', 200);
    expect(await look(tenancy, '/readyz')).toBe(503);
    for (let run = 0; run < 2; run += 1) {
      const migration = await start(TENANCY, { ...world.env, ...world.adminEnv }, '--migrate');
      expect(await migration.ended).toMatchObject({ code: 0, stderr: '' });
    }
    await becomes(tenancy, '/readyz', 200);
    expect((await companyStates()).states).toEqual([]);
    expect(await health()).toBe(1);
    const metrics = await fetch(`${tenancy.side}/metrics`);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await metrics.text()).toMatch(
      /^piivault_rpc_server_duration_seconds_count\{[^}]*CompanyStates[^}]*\} [1-9]/m,
    );
  });

  it.each([
    ['by node', (env: Env) => start(TENANCY, env)],
    ['by npm', (env: Env) => kept(startByNpm('@pii-vault/tenancy', env))],
  ])('started %s, stops: not ready, then no more calls, then exit code 0', async (_, begin) => {
    const tenancy = await begin({ ...world.env, PIIVAULT_DRAIN_MS: '1500' });
    await becomes(tenancy, '/readyz', 200);
    tenancy.terminate();
    await becomes(tenancy, '/readyz', 503);
    expect((await companyStates()).states).toEqual([]);
    expect(await tenancy.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(companyStates()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('reports why its PKCS#11 token does not open, without the PIN', async () => {
    await (await start(CRYPTO, { ...world.env, ...world.adminEnv }, '--migrate')).ended;
    const token = {
      CRYPTO_KEY_STORE: 'pkcs11',
      CRYPTO_PKCS11_LIBRARY: '/nowhere/libpkcs11.so',
      CRYPTO_PKCS11_TOKEN: 'pii-vault',
      CRYPTO_PKCS11_PIN: 'planted-secret',
    };
    const { code, stdout, stderr } = await (await start(CRYPTO, { ...world.env, ...token })).ended;
    expect(code).toBe(1);
    // The message depends on whether pkcs11js is compiled here.
    expect(stderr).toMatch(/libpkcs11\.so cannot be loaded|run `npm ci --include=optional`/);
    expect(stdout + stderr).not.toContain('planted-secret');
  });

  it('stops while it waits for its database', async () => {
    const env = { ...world.env, PIIVAULT_DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
    const tenancy = await start(TENANCY, env);
    await becomes(tenancy, '/livez', 200);
    tenancy.terminate();
    expect((await tenancy.ended).code).toBe(0);
  });
});

describe('some modules in one process, the others in another', () => {
  it('serve at separate addresses', async () => {
    const env = { ...world.env, ...world.adminEnv, PIIVAULT_MIGRATE: 'true' };
    const both = await start(ALL, env, '--target=crypto,tenancy');
    await becomes(both, '/readyz', 200);
    expect((await companyStates()).states).toEqual([]);
    const { keys } = await asGateway('crypto', (channel, ctx) =>
      createClient(SigningService, 'crypto', () => channel).getTokenKeys(ctx, {}),
    );
    expect(keys).toHaveLength(1);
  });
});
