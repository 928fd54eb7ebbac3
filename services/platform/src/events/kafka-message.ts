import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { SERVICE_NAMES } from '../context/caller.ts';
import type { BusMessage } from './bus.ts';

/**
 * A message in Kafka's form: payload as value, the envelope in headers. Kafka's own time stays that of
 * publication, because retention goes by it and an outbox may have waited.
 */
export function toKafka(message: BusMessage, partition: number): Message {
  return {
    partition,
    key: message.key,
    value: Buffer.from(message.payload),
    headers: {
      id: message.eventId,
      producer: message.producer,
      epoch: String(message.epoch),
      seq: String(message.seq),
      created: message.createdAt.toISOString(),
      ...(message.companyId === null ? {} : { company: String(message.companyId) }),
      ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
    },
  };
}

/** Undefined for what no relay of ours has written. */
export function fromKafka(topic: string, { key, value, headers = {} }: KafkaMessage): BusMessage | undefined {
  const producer = SERVICE_NAMES.find((name) => name === textOf(headers, 'producer'));
  const eventId = textOf(headers, 'id');
  const [epoch, seq] = [numberOf(headers, 'epoch'), numberOf(headers, 'seq')];
  const createdAt = new Date(textOf(headers, 'created') ?? '');
  const isWhole = key !== null && value !== null && epoch !== undefined && seq !== undefined;
  if (!isWhole || producer === undefined || eventId === undefined || Number.isNaN(createdAt.getTime()))
    return undefined;
  return {
    eventId,
    topic,
    key: key.toString(),
    producer,
    epoch,
    seq,
    companyId: numberOf(headers, 'company') ?? null,
    payload: value,
    createdAt,
    traceparent: textOf(headers, 'traceparent'),
  };
}

function textOf(headers: IHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? undefined : value?.toString();
}

function numberOf(headers: IHeaders, name: string): number | undefined {
  const number = Number(textOf(headers, name) ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Where a key lives: FNV-1a, 32 bits. Only relays of ours write, so it need not agree with another client's choice. */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}
