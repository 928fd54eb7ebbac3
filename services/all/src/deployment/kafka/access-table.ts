import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { KafkaGrant, KafkaOperation } from '@pii-vault/platform/messaging/kafka-acls';
import type { Module } from '@pii-vault/platform/runtime/module/module';

/** The Kafka user of a service. */
export const kafkaUser = (service: ServiceName): string => `pii-vault-${service}`;

/** User that creates topics and ACLs, a super user of the broker: deploy/kafka/server.properties. */
export const KAFKA_ADMIN = 'pii-vault-admin';

/** Topics that a service writes and reads. */
export interface ServiceAccess {
  readonly service: ServiceName;
  /** Topics of its events and of its audit entries. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** Access as declared by modules and their consumers. Modules without a schema do not use Kafka. */
export function accessTable(modules: readonly Module[]): readonly ServiceAccess[] {
  return modules.map(({ name: service, publishes, consumers }) => ({
    service,
    writes: publishes,
    reads: consumers?.reads ?? [],
  }));
}

export function topicsOf(table: readonly ServiceAccess[]): readonly string[] {
  return [...new Set(table.flatMap(({ writes, reads }) => [...writes, ...reads]))].sort();
}

/**
 * A service also reads its own topics, because its relay reads back published numbers. Its consumer groups are
 * `<service>.*`; a temporary group that reads the end of a topic is deleted after use.
 */
export function grantsOf({ service, writes, reads }: ServiceAccess): readonly KafkaGrant[] {
  if (writes.length === 0 && reads.length === 0) return [];
  const topic = (name: string, ...operations: KafkaOperation[]): KafkaGrant => {
    return { resource: 'topic', pattern: 'literal', name, operations };
  };
  return [
    ...writes.map((name) => topic(name, 'Write', 'Read', 'Describe')),
    ...reads.filter((name) => !writes.includes(name)).map((name) => topic(name, 'Read', 'Describe')),
    {
      resource: 'group',
      pattern: 'prefix',
      name: `${service}.`,
      operations: ['Read', 'Describe', 'Delete'],
    },
  ];
}
