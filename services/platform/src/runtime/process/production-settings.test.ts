import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redisConfig } from '../../cache/redis-config.ts';
import { collectProblems, type Environment } from '../../core/config/config.ts';
import { isProduction, isPublicUrl } from '../../core/config/production.ts';
import { smtpConfig } from '../../mail/smtp-config.ts';
import { kafkaConfig } from '../../messaging/kafka-config.ts';
import { parseDatabaseUrl, unprotectedDatabase } from './database-url.ts';

type Adapter = 'kafka' | 'redis' | 'smtp';

function problemsOf(adapter: Adapter, env: Environment): readonly string[] {
  const { take, problems } = collectProblems(env);
  if (adapter === 'kafka') take(kafkaConfig);
  if (adapter === 'redis') take(redisConfig);
  if (adapter === 'smtp') take(smtpConfig);
  return problems;
}

const BROKERS = { KAFKA_BROKERS: 'kafka:9093' };

describe('production', () => {
  it.each<[string, Adapter, Environment, readonly string[]]>([
    ['Kafka without TLS and login', 'kafka', BROKERS, ['KAFKA_TLS', 'KAFKA_SASL_USERNAME']],
    ['Kafka without a login', 'kafka', { ...BROKERS, KAFKA_TLS: 'true' }, ['KAFKA_SASL_USERNAME']],
    ['Redis without TLS', 'redis', { REDIS_URL: 'redis://:secret@cache:6379' }, ['REDIS_URL']],
    ['Redis without a password', 'redis', { REDIS_URL: 'rediss://cache:6379' }, ['REDIS_URL']],
    ['a malformed Redis URL', 'redis', { REDIS_URL: 'cache' }, ['REDIS_URL', 'REDIS_URL']],
    ['plain SMTP', 'smtp', { SMTP_HOST: 'mail', SMTP_ALLOWS_PLAIN: 'true' }, ['SMTP_ALLOWS_PLAIN']],
  ])('refuses %s, which an evaluation may use', (_, adapter, env, names) => {
    const refused = problemsOf(adapter, { ...env, PIIVAULT_ENVIRONMENT: 'production' });
    expect(refused.map((line) => line.split(':')[0])).toEqual(names);
    expect(refused.join()).not.toContain('secret');
    expect(problemsOf(adapter, { ...env, NODE_ENV: 'production' })).toEqual(refused);
    expect(problemsOf(adapter, env)).toEqual([]);
  });

  it.each<[Adapter, Environment]>([
    ['kafka', { ...BROKERS, KAFKA_SASL_USERNAME: 'vault', KAFKA_SASL_PASSWORD: 'secret' }],
    ['redis', { REDIS_URL: 'rediss://:secret@cache:6379/0' }],
    ['smtp', { SMTP_HOST: 'mail' }],
  ])('accepts %s with secure settings', (adapter, env) => {
    expect(problemsOf(adapter, { ...env, PIIVAULT_ENVIRONMENT: 'production' })).toEqual([]);
  });

  it.each([
    ['postgres://db/v', 1],
    ['postgres://127.0.0.1/v', 1],
    ['postgres://db/v?sslmode=verify-full', 0],
    ['postgres:///v?host=/run/postgresql', 0],
  ])('finds %s to have %d problems', (text, count) => {
    const address = parseDatabaseUrl(text);
    expect(address === undefined ? [] : unprotectedDatabase(address)).toHaveLength(count);
    expect(address).toBeDefined();
  });

  it('is named by either variable, or by a file', () => {
    expect(isProduction({})).toBe(false);
    expect(isProduction({ PIIVAULT_ENVIRONMENT: 'testing', NODE_ENV: 'production' })).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 'production-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'environment');
    writeFileSync(file, 'production\n');
    expect(isProduction({ PIIVAULT_ENVIRONMENT_FILE: file })).toBe(true);
  });

  it.each([
    ['https://vault.example.com', true],
    ['http://vault.example.com', false],
    ['https://localhost:8080', false],
    ['https://vault.localhost', false],
    ['https://127.0.0.1', false],
    ['https://[::1]:8443', false],
    ['vault.example.com', false],
  ])('%s is a public address: %s', (url, isPublic) => expect(isPublicUrl(url)).toBe(isPublic));
});
