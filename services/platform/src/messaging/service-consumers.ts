import {
  type ConfigOf,
  type ConfigSchema,
  defineConfig,
  type Environment,
  loadConfig,
} from '../core/config/config.ts';
import type { ServiceName } from '../core/context/caller.ts';
import type { Logger } from '../core/log/log.ts';
import type { Database } from '../postgres/database.ts';
import type { ConsumerSpec } from './consumer-spec.ts';

/** Dependencies of a service's consumers. They run with its relay, possibly in another thread than the module. */
export interface ConsumerKit<C = unknown> {
  readonly db: Database;
  readonly log: Logger;
  /** Settings of the consumers. A separate thread for events receives only these. */
  readonly config: C;
  /** Tells the module that there is work for its jobs (RunningModule.wake). A hint, which a crash may lose. */
  wake(): void;
}

/** All consumers of a service. They share the module's schema and nothing in memory. */
export interface ConsumersDefinition<C extends ConfigSchema = ConfigSchema> {
  readonly service: ServiceName;
  readonly config: C;
  /** Topics that they read. Rights on Kafka are derived from it. */
  readonly reads: readonly string[];
  specs(kit: ConsumerKit<ConfigOf<C>>): readonly ConsumerSpec[];
}

/** The same with the type of the settings erased. */
export interface ServiceConsumers {
  readonly service: ServiceName;
  readonly config: ConfigSchema;
  readonly reads: readonly string[];
  /** @throws ConfigError naming every setting that is missing or wrong */
  specs(parts: Omit<ConsumerKit, 'config'>, env: Environment): readonly ConsumerSpec[];
}

/** For consumers without settings. */
export const NO_SETTINGS = defineConfig('NONE', {});

export function defineConsumers<C extends ConfigSchema>(
  definition: ConsumersDefinition<C>,
): ServiceConsumers {
  const { service, config, reads } = definition;
  return {
    service,
    config,
    reads,
    specs(parts, env) {
      const specs = definition.specs({ ...parts, config: loadConfig(config, env) as ConfigOf<C> });
      const undeclared = specs.flatMap(({ topics }) => topics).filter((topic) => !reads.includes(topic));
      if (undeclared.length > 0) throw new Error(`${service} does not declare that it reads ${undeclared}`);
      return specs;
    },
  };
}
