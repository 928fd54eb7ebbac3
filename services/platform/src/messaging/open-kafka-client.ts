import type { Logger } from '../core/log/log.ts';
import type { KafkaClient } from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';

/** Loads only the library that KAFKA_CLIENT names. */
export async function openKafkaClient(
  config: KafkaConfig,
  log: Pick<Logger, 'debug' | 'warn'>,
): Promise<KafkaClient> {
  if (config.client === 'platformatic') {
    const { platformaticClient } = await import('./platformatic/platformatic-client.ts');
    return platformaticClient(config);
  }
  const { kafkajsClient } = await import('./kafkajs/kafkajs-client.ts');
  return kafkajsClient(config, log);
}
