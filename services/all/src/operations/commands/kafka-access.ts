import { loadConfig } from '@pii-vault/platform/core/config/config';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { accessTable } from '../../deployment/kafka/access-table.ts';
import { applyAccess } from '../../deployment/kafka/apply-access.ts';
import { asCommands } from '../../deployment/kafka/as-commands.ts';
import { asStrimzi } from '../../deployment/kafka/as-strimzi.ts';
import { allModules } from '../../modules.ts';
import { print } from './output.ts';

/** Printing needs the topic settings only; no broker is contacted. */
const NO_BROKER = 'localhost:9092';

export type AccessForm = 'apply' | 'commands' | 'strimzi';

export const isAccessForm = (text: string | undefined): text is AccessForm =>
  text === 'apply' || text === 'commands' || text === 'strimzi';

/** Runs `pii-vault kafka-access`. @param cluster name of Strimzi's Kafka resource @returns the exit code */
export async function kafkaAccess(form: AccessForm, cluster = 'kafka'): Promise<number> {
  const table = accessTable(allModules);
  if (form === 'apply') {
    await applyAccess(loadConfig(kafkaConfig, process.env), table);
    print('Topics and ACLs on Kafka match the declarations of the services.');
    return 0;
  }
  const { KAFKA_PARTITIONS, KAFKA_REPLICATION, KAFKA_RETENTION_HOURS } = process.env;
  const topics = { KAFKA_PARTITIONS, KAFKA_REPLICATION, KAFKA_RETENTION_HOURS };
  const config = loadConfig(kafkaConfig, { KAFKA_BROKERS: NO_BROKER, ...topics });
  process.stdout.write(form === 'commands' ? asCommands(table, config) : asStrimzi(table, config, cluster));
  return 0;
}
