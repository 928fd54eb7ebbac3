import type { ServiceName } from '@pii-vault/platform/context/caller';
import type { KafkaGrant, KafkaOperation } from '@pii-vault/platform/events/kafka-acls';
import type { Module } from '@pii-vault/platform/module/module';

/** The Kafka user of a service. */
export const kafkaUser = (service: ServiceName): string => `pii-vault-${service}`;

/** The user of a deployment that makes topics and ACLs, a super user of its broker: deploy/kafka/server.properties. */
export const KAFKA_ADMIN = 'pii-vault-admin';

/** What a service does on Kafka. */
export interface ServiceAccess {
  readonly service: ServiceName;
  /** Topics of its events and of its audit entries. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** As the modules and their consumers declare it; those without a schema do nothing on Kafka. */
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
 * A service reads its own topics, too: its relay reads back which numbers are written. Its groups are `<service>.*`; one that
 * reads a topic's end is removed after use.
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
