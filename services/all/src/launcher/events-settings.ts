import { type Environment, loadConfig, onlySettings } from '@pii-vault/platform/core/config/config';
import { tracingConfig } from '@pii-vault/platform/core/telemetry/tracing';
import { busSettings } from '@pii-vault/platform/messaging/open-bus';
import type { Module } from '@pii-vault/platform/runtime/module/module';

/**
 * Settings of bus, traces and consumers for the events thread; service keys and the key store stay in the main
 * thread.
 * @throws ConfigError with missing or invalid settings: the thread itself could only report that it ended
 */
export function eventsSettings(modules: readonly Pick<Module, 'consumers'>[], env: Environment): Environment {
  const consumers = modules.flatMap((module) => module.consumers?.config ?? []);
  const read = [...busSettings(env), tracingConfig, ...consumers];
  for (const schema of read) loadConfig(schema, env);
  return onlySettings(read, env);
}
