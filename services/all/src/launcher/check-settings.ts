import { resolve } from 'node:path';
import { cacheConfig } from '@pii-vault/platform/cache/open-cache';
import { redisConfig } from '@pii-vault/platform/cache/redis-config';
import { ConfigError, collectProblems, type Environment } from '@pii-vault/platform/core/config/config';
import { tracingConfig } from '@pii-vault/platform/core/telemetry/tracing';
import { smtpConfig } from '@pii-vault/platform/mail/smtp-config';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { busConfig } from '@pii-vault/platform/messaging/open-bus';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { moduleEnv } from './module-env.ts';
import { type Settings, settings } from './settings.ts';

const FIRST_PORT = 8080;

/**
 * Reads the settings of the single-process vault, and checks those of its adapters and modules before anything
 * starts.
 * @throws ConfigError with all problems
 */
export async function checkSettings(
  modules: readonly Pick<Module, 'config'>[],
  env: Environment,
  consoleDir: string,
): Promise<Settings> {
  const { take, problems } = collectProblems(env);
  const config = take(settings);
  if (take(busConfig)?.bus === 'kafka') take(kafkaConfig);
  if (take(cacheConfig)?.cache === 'redis') take(redisConfig);
  take(smtpConfig);
  take(tracingConfig);
  if (config === undefined) throw new ConfigError(problems);
  const { port = FIRST_PORT, environment, keysDir } = config;
  const facts = await moduleEnv({ environment, port, keysDir: resolve(keysDir), consoleDir });
  const own = collectProblems({ ...facts, ...env });
  for (const module of modules) own.take(module.config);
  const all = [...problems, ...own.problems, ...allInOneProblems(config, env)];
  if (all.length > 0) throw new ConfigError(all);
  return config;
}

function allInOneProblems({ allowAllInOne }: Settings, env: Environment): string[] {
  return env.NODE_ENV === 'production' && !allowAllInOne
    ? [
        'PIIVAULT_ALLOW_ALL_IN_ONE: a single process is for evaluation; set it to true to allow it in production',
      ]
    : [];
}
