import {
  type ConfigOf,
  type ConfigSchema,
  defineConfig,
  type Environment,
  loadConfig,
} from '../config/config.ts';
import type { ServiceName } from '../context/caller.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import type { ConsumerSpec } from './consumer-spec.ts';

/** What the consumers of a service get: they run beside its relay, in a thread that need not be the module's. */
export interface ConsumerKit<C = unknown> {
  readonly db: Database;
  readonly log: Logger;
  /** Their settings: where they have a thread of their own, it is told these and no others. */
  readonly config: C;
  /** Tells the module that there is work for its jobs (RunningModule.wake). A hint, which a crash may lose. */
  wake(): void;
}

/** All consumers of a service, apart from what else the module is: they share its schema and nothing in memory. */
export interface ConsumersDefinition<C extends ConfigSchema = ConfigSchema> {
  readonly service: ServiceName;
  readonly config: C;
  /** Topics that they read. Rights on Kafka are derived from it. */
  readonly reads: readonly string[];
  specs(kit: ConsumerKit<ConfigOf<C>>): readonly ConsumerSpec[];
}

/** The same with the type of their settings laid aside. */
export interface ServiceConsumers {
  readonly service: ServiceName;
  readonly config: ConfigSchema;
  readonly reads: readonly string[];
  /** @throws ConfigError naming every setting that is missing or wrong */
  specs(parts: Omit<ConsumerKit, 'config'>, env: Environment): readonly ConsumerSpec[];
}

/** Of consumers that read none. */
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
