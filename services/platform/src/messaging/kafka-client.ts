import { Kafka, type KafkaConfig as KafkaSettings, type LogEntry, logLevel } from 'kafkajs';
import { AppError, unavailable } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import type { KafkaConfig } from './kafka-config.ts';
import { CLIENT_ID } from './kafka-dead-members.ts';
import { letIdleQueuesRest } from './kafkajs-internals/idle-queue.ts';

const CONNECT_MS = 2_000;
const REQUEST_MS = 10_000;

/** Few and quick retries: every caller has its own retry loop. */
export const FEW_RETRIES = { retries: 3, initialRetryTime: 100, maxRetryTime: 1_000 } as const;

export function kafkaClient(config: KafkaConfig, log: Pick<Logger, 'debug' | 'warn'>): Kafka {
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
    ...security(config),
  });
}

function security(config: KafkaConfig): Pick<KafkaSettings, 'ssl' | 'sasl'> {
  const { saslUsername: username, saslPassword, saslMechanism, tlsCa, tlsCert, tlsKey } = config;
  const isTls = config.tls || [tlsCa, tlsCert, username].some((given) => given !== undefined);
  if (!isTls) return {};
  const ssl = { ca: tlsCa, cert: tlsCert, key: tlsKey?.reveal() };
  if (username === undefined || saslPassword === undefined) return { ssl };
  const login = { username, password: saslPassword.reveal() };
  // One branch per mechanism: the types of kafkajs tie the login's form to it.
  if (saslMechanism === 'scram-sha-256') return { ssl, sasl: { mechanism: saslMechanism, ...login } };
  return { ssl, sasl: { mechanism: saslMechanism, ...login } };
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

/** What callers of the bus see of any fault between here and the brokers. */
export function busUnavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return unavailable('BUS_UNAVAILABLE', 'The event bus cannot be reached', { cause });
}
