import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ConfigError, defineConfig, type Environment } from '../../core/config/config.ts';
import { defineModule } from '../module/module.ts';
import { loadSettings } from './load-settings.ts';

const module = defineModule({
  name: 'vault',
  config: defineConfig('VAULT', { needed: z.string() }),
  migrations: new URL('../../../migrations/', import.meta.url),
  start: () => Promise.resolve({ services: [] }),
});

function environment(): Environment {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ca.pem'), 'an authority');
  return {
    PIIVAULT_ENVIRONMENT: 'production',
    PIIVAULT_DATABASE_URL: 'postgres://db/v',
    PIIVAULT_DATABASE_CA_FILE: join(folder, 'ca.pem'),
    PIIVAULT_DATABASE_ADMIN_PASSWORD: 'secret',
    PIIVAULT_SERVICE_KEYS_DIR: join(folder, 'none'),
    PIIVAULT_BUS: 'kafka',
    PIIVAULT_MIGRATE: 'true',
    VAULT_DATABASE_PASSWORD: 'secret',
    VAULT_SYSTEM_DATABASE_PASSWORD: 'secret',
  };
}

const problemsOf = (env: Environment, isMigration: boolean) => {
  try {
    loadSettings([module], env, isMigration);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((line) => line.split(/[: ]/)[0]);
    throw error;
  }
};

it('a migration needs only the database: no service key, certificate, bus or module setting', () => {
  expect(problemsOf(environment(), true)).toEqual([]);
  expect(problemsOf(environment(), false)).toEqual(
    expect.arrayContaining(['VAULT_SERVICE_KEY', 'KAFKA_BROKERS', 'VAULT_NEEDED']),
  );
});

it('a start in production reports problems of database, Kafka and modules together', () => {
  const { PIIVAULT_DATABASE_CA_FILE: _, ...open } = environment();
  expect(problemsOf({ ...open, KAFKA_BROKERS: 'kafka:9093' }, false)).toEqual(
    expect.arrayContaining(['PIIVAULT_DATABASE_URL', 'KAFKA_TLS', 'KAFKA_SASL_USERNAME', 'VAULT_NEEDED']),
  );
});

it('a migration in production refuses an unverified database connection', () => {
  const { PIIVAULT_DATABASE_CA_FILE: _, ...open } = environment();
  expect(problemsOf(open, true)).toEqual(['PIIVAULT_DATABASE_URL']);
});
