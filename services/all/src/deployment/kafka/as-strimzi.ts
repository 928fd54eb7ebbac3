import { topicSettings } from '@pii-vault/platform/messaging/kafka-topics';
import { grantsOf, kafkaUser, type ServiceAccess, topicsOf } from './access-table.ts';
import type { NewTopics } from './as-commands.ts';

/** Strimzi 0.49 and later. */
const API_VERSION = 'kafka.strimzi.io/v1';

/** KafkaTopic and KafkaUser resources. @param cluster name of the Kafka resource */
export function asStrimzi(table: readonly ServiceAccess[], config: NewTopics, cluster: string): string {
  const resources = [
    ...topicsOf(table).map((topic) => topicYaml(topic, config, cluster)),
    ...table.filter((access) => grantsOf(access).length > 0).map((access) => userYaml(access, cluster)),
  ];
  return resources.join('---\n');
}

function head(kind: string, name: string, cluster: string): string {
  return `apiVersion: ${API_VERSION}
kind: ${kind}
metadata:
  name: ${name}
  labels:
    strimzi.io/cluster: ${cluster}
`;
}

function topicYaml(topic: string, config: NewTopics, cluster: string): string {
  const { partitions, entries } = topicSettings(topic, config);
  const copies = config.replication > 0 ? `  replicas: ${config.replication}\n` : '';
  const settings = Object.entries(entries).map(([name, value]) => `    ${name}: "${value}"\n`);
  // Resource names cannot contain underscores.
  return `${head('KafkaTopic', topic.replaceAll('_', '-'), cluster)}spec:
  topicName: ${topic}
  partitions: ${partitions}
${copies}  config:
${settings.join('')}`;
}

function userYaml(access: ServiceAccess, cluster: string): string {
  const acls = grantsOf(access).map(
    ({ resource, pattern, name, operations }) => `      - resource:
          type: ${resource}
          name: ${name}
          patternType: ${pattern}
        operations: [${operations.join(', ')}]
        host: "*"
`,
  );
  return `${head('KafkaUser', kafkaUser(access.service), cluster)}spec:
  authentication:
    type: scram-sha-512
  authorization:
    type: simple
    acls:
${acls.join('')}`;
}
