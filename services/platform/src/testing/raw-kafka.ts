import { Kafka, logLevel, type Message, Partitioners } from 'kafkajs';

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
