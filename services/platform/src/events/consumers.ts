import type { Environment } from '../config/config.ts';
import type { ServiceName } from '../context/caller.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import type { ConsumerSpec } from './consumer-spec.ts';

/** What the consumers of a service get: they run beside its relay, in a thread that need not be the module's. */
export interface ConsumerKit {
  readonly db: Database;
  readonly log: Logger;
  readonly env: Environment;
  /** Tells the module that there is work for its jobs (RunningModule.wake). A hint, which a crash may lose. */
  wake(): void;
}

/** All consumers of a service, apart from what else the module is: they share its schema and nothing in memory. */
export interface ServiceConsumers {
  readonly service: ServiceName;
  specs(kit: ConsumerKit): readonly ConsumerSpec[];
}
