import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { rawKafka } from '@pii-vault/platform/testing/raw-kafka';

export type Kafka = ReturnType<typeof rawKafka>;

/** A client with super-user rights for the Kafka broker of a vault with separate processes. */
export async function adminKafkaClient(dataDir: string): Promise<Kafka> {
  const settings = await readFile(join(dataDir, 'parts/kafka/env'), 'utf8');
  const admin = [...settings.matchAll(/^ADMIN_(KAFKA_[A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  return rawKafka(loadConfig(kafkaConfig, Object.fromEntries(admin)));
}

/** Whether a topic or consumer group belongs to one of the services. */
export const isServiceOwned = (name: string): boolean =>
  SERVICE_NAMES.some((service) => name.startsWith(`${service}.`));
