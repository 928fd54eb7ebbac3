import type { KafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { topicSettings } from '@pii-vault/platform/messaging/kafka-topics';
import { grantsOf, kafkaUser, type ServiceAccess, topicsOf } from './access-table.ts';

export type NewTopics = Pick<KafkaConfig, 'partitions' | 'retentionHours' | 'replication'>;

/** Shell commands for Kafka's own tools; $KAFKA holds their `--bootstrap-server` and `--command-config`. */
export function asCommands(table: readonly ServiceAccess[], config: NewTopics): string {
  const topics = topicsOf(table).map((name) => {
    const { partitions, entries } = topicSettings(name, config);
    const copies = config.replication > 0 ? ` --replication-factor ${config.replication}` : '';
    const settings = Object.entries(entries).map(([key, value]) => ` --config ${key}=${value}`);
    return `kafka-topics.sh $KAFKA --create --if-not-exists --topic ${name} --partitions ${partitions}${copies}${settings.join('')}`;
  });
  const acls = table.flatMap((access) =>
    grantsOf(access).map(({ resource, pattern, name, operations }) => {
      const allowed = operations.map((operation) => ` --operation ${operation}`).join('');
      const type = pattern === 'literal' ? 'literal' : 'prefixed';
      return `kafka-acls.sh $KAFKA --add --allow-principal User:${kafkaUser(access.service)}${allowed} --${resource} ${name} --resource-pattern-type ${type}`;
    }),
  );
  return [
    '# KAFKA="--bootstrap-server HOST:PORT --command-config ADMIN.properties"',
    ...topics,
    ...acls,
    '',
  ].join('\n');
}
