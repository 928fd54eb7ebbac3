import { z } from 'zod';
import { type ConfigSchema, defineConfig, type Environment, loadConfig } from '../config/config.ts';
import type { DatabaseAddress, Login } from '../db/connection.ts';
import type { Logger } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';
import { postgresBus } from './postgres-bus.ts';

/** Which bus a process uses: PIIVAULT_BUS. All processes of a deployment use the same. */
export const busConfig = defineConfig('PIIVAULT', {
  bus: z.enum(['postgres', 'kafka']).default('postgres'),
});

export interface OpenBusOptions {
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  /** Where the log in PostgreSQL is; asked only when that is the bus. */
  postgres(): { readonly address: DatabaseAddress; readonly login: Login };
}

/** Settings that openBus reads. @throws ConfigError when there is no such bus */
export function busSettings(env: Environment): readonly ConfigSchema[] {
  return loadConfig(busConfig, env).bus === 'kafka' ? [busConfig, kafkaConfig] : [busConfig];
}

/** @throws ConfigError when what the chosen bus needs is not set */
export function openBus(env: Environment, { log, postgres }: OpenBusOptions): Bus {
  if (loadConfig(busConfig, env).bus === 'postgres') return postgresBus({ ...postgres(), log });
  return kafkaBus({ ...loadConfig(kafkaConfig, env), log });
}
