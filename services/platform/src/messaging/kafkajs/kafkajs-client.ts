import { Kafka, type KafkaConfig as KafkaSettings, type LogEntry, logLevel, Partitioners } from 'kafkajs';
import type { Logger } from '../../core/log/log.ts';
import {
  CONNECT_MS,
  type KafkaClient,
  type KafkaProducer,
  type NewKafkaRecord,
  REQUEST_MS,
  securityOf,
} from '../kafka-client.ts';
import type { KafkaConfig } from '../kafka-config.ts';
import { CLIENT_ID } from '../kafka-dead-members.ts';
import { letIdleQueuesRest } from './idle-queue.ts';
import { connectAdmin } from './kafkajs-admin.ts';
import { runSession } from './kafkajs-session.ts';
import { FEW_RETRIES } from './when-ready.ts';

/** kafkajs 2.2.4. */
export function kafkajsClient(config: KafkaConfig, log: Pick<Logger, 'debug' | 'warn'>): KafkaClient {
  const kafka = kafkaOf(config, log);
  return {
    connectAdmin: () => connectAdmin(kafka),
    connectProducer: () => connectProducer(kafka),
    runSession: (options) => runSession(kafka, options),
  };
}

export function kafkaOf(config: KafkaConfig, log: Pick<Logger, 'debug' | 'warn'>): Kafka {
  letIdleQueuesRest();
  return new Kafka({
    clientId: CLIENT_ID,
    brokers: config.brokers,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: FEW_RETRIES,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => writeLog(log, entry),
    ...settingsOf(config),
  });
}

function settingsOf(config: KafkaConfig): Pick<KafkaSettings, 'ssl' | 'sasl'> {
  const { tls: ssl, login } = securityOf(config);
  if (ssl === undefined) return {};
  if (login === undefined) return { ssl };
  const { mechanism, username, password } = login;
  // One branch per mechanism: the types of kafkajs tie the login's form to it.
  if (mechanism === 'scram-sha-256') return { ssl, sasl: { mechanism, username, password } };
  return { ssl, sasl: { mechanism, username, password } };
}

async function connectProducer(kafka: Kafka): Promise<KafkaProducer> {
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect().catch(async (error: unknown) => {
    await producer.disconnect();
    throw error;
  });
  return {
    async send(records) {
      const written = await producer.sendBatch({ topicMessages: byTopic(records), acks: -1 });
      return written.flatMap(({ topicName: topic, partition, baseOffset }) =>
        baseOffset === undefined ? [] : [{ topic, partition, offset: Number(baseOffset) }],
      );
    },
    close: () => producer.disconnect(),
  };
}

function byTopic(records: readonly NewKafkaRecord[]) {
  const topics = Map.groupBy(records, ({ topic }) => topic);
  return [...topics].map(([topic, some]) => ({
    topic,
    messages: some.map(({ partition, value, headers }) => ({ partition, value, headers })),
  }));
}

/**
 * kafkajs retries its errors or throws them to a caller, which logs them. So a broker's error response ("leader not
 * known yet", "group is loading"), which occurs at every start, is logged at debug and a failed connection at warn. The
 * texts name the fault and the group and contain no values of messages.
 */
function writeLog(log: Pick<Logger, 'debug' | 'warn'>, { level, namespace, log: said }: LogEntry): void {
  const fields = { part: namespace, said: said.message, error: textOf(said.error), group: said.groupId };
  const isAnswer = said.message.startsWith('Response ');
  if (level === logLevel.ERROR && !isAnswer) log.warn('kafka client', fields);
  else log.debug('kafka client', fields);
}

function textOf(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
