import type { Logger } from '../core/log/log.ts';
import type { Bus, Subscription } from './bus.ts';
import { kafkaPublisher } from './kafka-bus-publisher.ts';
import { subscribeKafka } from './kafka-bus-subscription.ts';
import { busUnavailable, type KafkaAdmin } from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';
import { recordReader } from './kafka-record-reader.ts';
import { recordSigner } from './kafka-record-signer.ts';
import { openKafkaClient } from './open-kafka-client.ts';
import type { RecordKeys } from './record-keys.ts';
import { createReusable } from './reusable.ts';

export interface KafkaBusOptions extends KafkaConfig {
  readonly keys: RecordKeys;
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>;
}

/**
 * The bus of production: a Kafka topic per topic, partitioned by key, so that the order of each key is kept and
 * a group's members share the keys; topics of audit entries have one partition. Every record is signed by the topic's
 * owner and verified by its readers. Connects on first use and again after every fault; the start does not wait for
 * Kafka.
 */
export async function kafkaBus(options: KafkaBusOptions): Promise<Bus> {
  const { log, keys, ...config } = options;
  const client = await openKafkaClient(config, log);
  const read = recordReader(keys, config.retentionHours * 3_600_000);
  const publisher = kafkaPublisher(client, config, { sign: recordSigner(keys), read });
  const subscriptions = new Set<Subscription>();
  const admin = createReusable<KafkaAdmin>(
    () => client.connectAdmin(),
    (connected) => connected.close(),
  );
  return {
    publish: (messages) => (messages.length === 0 ? Promise.resolve() : publisher.publish(messages)),
    async subscribe(spec) {
      const subscription = subscribeKafka({ client, config, admin, read, spec, log });
      subscriptions.add(subscription);
      return subscription;
    },
    async ready() {
      try {
        await (await admin.get()).ping();
      } catch (error) {
        await admin.reset();
        throw busUnavailable(error);
      }
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      subscriptions.clear();
      await Promise.all([publisher.close(), admin.reset()]);
    },
  };
}
