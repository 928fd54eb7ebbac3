import { Kafka, logLevel, type Message, Partitioners } from 'kafkajs';
import { silentLogger } from '../core/log/log.ts';
import type { KafkaConfig } from '../messaging/kafka-config.ts';
import { kafkaOf } from '../messaging/kafkajs/kafkajs-client.ts';

/** A client that knows nothing of the bus, to look at the broker and to do what the bus does not. */
export const rawKafka = (config: KafkaConfig): Kafka => kafkaOf(config, silentLogger());

/** Writes to a topic without the bus, as any client of the broker can. */
export async function writeRaw(brokers: string, topic: string, messages: Message[]): Promise<void> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  try {
    await producer.send({ topic, messages });
  } finally {
    await producer.disconnect();
  }
}
