import { isIP } from 'node:net';
import { type BaseOptions, ProduceAcks, Producer } from '@platformatic/kafka';
import { CONNECT_MS, type KafkaClient, type KafkaProducer, REQUEST_MS, securityOf } from '../kafka-client.ts';
import type { KafkaConfig } from '../kafka-config.ts';
import { CLIENT_ID } from '../kafka-dead-members.ts';
import { connectAdmin } from './platformatic-admin.ts';
import { runSession } from './platformatic-session.ts';

/** Few and quick retries, about 1.5 s: every caller has its own retry loop. */
const RETRIES = 4;
const METADATA_MS = 300_000;

/** @platformatic/kafka 2.12.1. */
export function platformaticClient(config: KafkaConfig): KafkaClient {
  const options: BaseOptions = {
    clientId: CLIENT_ID,
    bootstrapBrokers: config.brokers,
    connectTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    timeout: REQUEST_MS,
    retries: RETRIES,
    retryDelay: (_client, _operation, attempt) => Math.min(100 * 2 ** (attempt - 1), 1_000),
    metadataMaxAge: METADATA_MS,
    ...securityOptions(config),
  };
  return {
    connectAdmin: () => connectAdmin(options),
    connectProducer: () => connectProducer(options),
    runSession: (session) => runSession(options, session),
  };
}

const MECHANISMS = { 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' } as const;

function securityOptions(config: KafkaConfig): Pick<BaseOptions, 'tls' | 'sasl' | 'tlsServerName'> {
  const { tls, login } = securityOf(config);
  if (tls === undefined) return {};
  // An address is no server name (RFC 6066).
  const tlsServerName = config.brokers.every(
    (broker) => isIP(broker.slice(0, broker.lastIndexOf(':'))) === 0,
  );
  if (login === undefined) return { tls, tlsServerName };
  const { mechanism, username, password } = login;
  return { tls, tlsServerName, sasl: { mechanism: MECHANISMS[mechanism], username, password } };
}

async function connectProducer(options: BaseOptions): Promise<KafkaProducer> {
  const producer = new Producer<Buffer, Buffer, string, Buffer>({
    ...options,
    acks: ProduceAcks.ALL,
    serializers: { headerKey: (name) => Buffer.from(name ?? '') },
  });
  return {
    async send(records) {
      const { offsets = [] } = await producer.send({ messages: [...records] });
      return offsets.map(({ topic, partition, offset }) => ({ topic, partition, offset: Number(offset) }));
    },
    close: () => producer.close(),
  };
}
