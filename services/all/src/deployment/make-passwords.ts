import { randomBytes } from 'node:crypto';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { writeOnce } from '@pii-vault/platform/core/system/write-once';
import { KAFKA_ADMIN, kafkaUser } from './kafka/access-table.ts';
import type { KeyVolumes } from './volumes.ts';

/** Secrets of a single process: 32 random bytes as base64. */
const OWN = [
  ['gateway', 'cursors'],
  ['audit', 'revocations'],
  ['identity', 'setup-code'],
] as const;

/**
 * Creates the passwords of database, bus and cache once, and gives each to its two parties. Only migrations get those
 * of the database's owner and Kafka's administrator.
 */
export async function makePasswords(volumes: KeyVolumes): Promise<void> {
  const { secret, put } = volumes;
  for (const [service, file] of OWN) await secret(service, file);
  await put('migrate', 'admin-password', await secret('postgres', 'admin-password'));
  await secret('grafana', 'admin-password');
  const mail = { webUser: 'mail', webPass: await secret('maildev', 'password') };
  await put('maildev', 'maildev.json', JSON.stringify(mail));
  const cache = await secret('redis', 'password');
  const users = [`${KAFKA_ADMIN} ${await secret('migrate', 'kafka-admin-password')}\n`];
  for (const service of SERVICE_NAMES) {
    await put(service, 'redis-url', `rediss://:${cache}@redis:6379/0`);
    if (service === 'gateway') continue;
    for (const file of ['database-password', 'system-database-password'])
      await put('migrate', `${service}-${file}`, await secret(service, file));
    users.push(`${kafkaUser(service)} ${await secret(service, 'kafka-password')}\n`);
  }
  await put('kafka', 'users', users.join(''));
  await writeOnce(volumes.path('kafka', 'cluster-id'), clusterId());
  await put('redis', 'redis.conf', redisConf(cache));
}

/** A UUID as Kafka encodes it: base64url. It must not start with a hyphen, which would be read as an option. */
function clusterId(): string {
  const bytes = randomBytes(16);
  return Buffer.from([(bytes[0] ?? 0) & 0x7f, ...bytes.subarray(1)]).toString('base64url');
}

/** Configuration of a cache: no persistence, least recently used entries are evicted. */
function redisConf(password: string): string {
  return [
    'port 0',
    'tls-port 6379',
    'tls-cert-file /run/keys/tls.pem',
    'tls-key-file /run/keys/tls.key',
    'tls-ca-cert-file /run/keys/ca.pem',
    'tls-auth-clients no',
    'save ""',
    'appendonly no',
    'maxmemory 128mb',
    'maxmemory-policy allkeys-lru',
    `requirepass ${password}`,
    '',
  ].join('\n');
}
