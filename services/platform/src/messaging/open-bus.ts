import { z } from 'zod';
import { type ConfigSchema, defineConfig, type Environment, loadConfig } from '../core/config/config.ts';
import type { Logger } from '../core/log/log.ts';
import type { DatabaseAddress, Login } from '../postgres/connection.ts';
import type { Bus } from './bus.ts';
import { kafkaConfig } from './kafka-config.ts';
import { postgresBus } from './postgres-bus.ts';
import type { RecordKeys } from './record-keys.ts';

/** Which bus a process uses: PIIVAULT_BUS. All processes of a deployment use the same. */
export const busConfig = defineConfig('PIIVAULT', {
  bus: z.enum(['postgres', 'kafka']).default('postgres'),
});

export interface OpenBusOptions {
  /** Asked only when the bus is one that others can write to: Kafka. */
  keys(): RecordKeys;
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  /** Where the log in PostgreSQL is; asked only when that is the bus. */
  postgres(): { readonly address: DatabaseAddress; readonly login: Login };
}

/** Settings that openBus reads. @throws ConfigError when there is no such bus */
export function busSettings(env: Environment): readonly ConfigSchema[] {
  return loadConfig(busConfig, env).bus === 'kafka' ? [busConfig, kafkaConfig] : [busConfig];
}

/** Loads only the configured bus. @throws ConfigError when one of its settings is missing */
export async function openBus(env: Environment, { log, keys, postgres }: OpenBusOptions): Promise<Bus> {
  if (loadConfig(busConfig, env).bus === 'postgres') return postgresBus({ ...postgres(), log });
  const settings = loadConfig(kafkaConfig, env);
  const { kafkaBus } = await import('./kafka-bus.ts');
  return kafkaBus({ ...settings, keys: keys(), log });
}
