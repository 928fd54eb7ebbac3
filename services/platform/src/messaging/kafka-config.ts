import { z } from 'zod';
import { type ConfigOf, defineConfig, secret } from '../core/config/config.ts';
import { isProduction } from '../core/config/production.ts';
import { BUS_RETENTION_MS } from './bus.ts';

/** How to reach Kafka, and how the topics are made that are not there yet. */
export const kafkaConfig = defineConfig(
  'KAFKA',
  {
    /** The library that speaks to the brokers. */
    client: z.enum(['kafkajs', 'platformatic']).default('kafkajs'),
    /** host:port, several joined by commas. */
    brokers: z
      .string()
      .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, 'must be host:port, several joined by commas')
      .transform((list) => list.split(',')),
    /** Encrypted connections; a certificate authority or a login implies it. */
    tls: z.stringbool().default(false),
    /** PEM of the authority that signed the brokers' certificates; unset: those that the system trusts. */
    tlsCa: z.string().min(1).optional(),
    /** PEM; this client's own certificate and key, where brokers know their clients by them. Both or none. */
    tlsCert: z.string().min(1).optional(),
    tlsKey: secret().optional(),
    saslMechanism: z.enum(['scram-sha-512', 'scram-sha-256']).default('scram-sha-512'),
    saslUsername: z.string().min(1).optional(),
    saslPassword: secret().optional(),
    /** Partitions of a new topic: the most consumers that can share it. A topic that is there keeps its own. */
    partitions: z.coerce.number().int().min(1).max(1_000).default(6),
    /** Copies of a new topic; -1 leaves it to the brokers. */
    replication: z.coerce.number().int().min(-1).max(10).default(-1),
    /** How long a new topic keeps its messages, in hours. */
    retentionHours: z.coerce
      .number()
      .int()
      .min(1)
      .default(BUS_RETENTION_MS / 3_600_000),
  },
  ({ tls, tlsCa, tlsCert, tlsKey, saslUsername, saslPassword }, env) => {
    const isLogin = saslUsername !== undefined && saslPassword !== undefined;
    // A login implies TLS.
    const isTls = tls === true || tlsCa !== undefined || tlsCert !== undefined || isLogin;
    return [
      ...((tlsCert === undefined) === (tlsKey === undefined)
        ? []
        : ['KAFKA_TLS_CERT: goes together with KAFKA_TLS_KEY_FILE']),
      ...((saslUsername === undefined) === (saslPassword === undefined)
        ? []
        : ['KAFKA_SASL_USERNAME: goes together with KAFKA_SASL_PASSWORD_FILE']),
      ...(isProduction(env) && !isTls
        ? ['KAFKA_TLS: production needs TLS to the brokers; set it to true']
        : []),
      ...(isProduction(env) && saslUsername === undefined && tlsCert === undefined
        ? ['KAFKA_SASL_USERNAME: production needs a login, with KAFKA_SASL_PASSWORD_FILE']
        : []),
    ];
  },
);
export type KafkaConfig = ConfigOf<typeof kafkaConfig>;
