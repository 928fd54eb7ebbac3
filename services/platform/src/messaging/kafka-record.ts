import { type BusEvent, BusRecord } from '@pii-vault/proto/platform/v1/bus_record';
import { SERVICE_NAMES } from '../core/context/caller.ts';
import type { BusMessage } from './bus.ts';

/**
 * Messages in one record at most. What a record costs is the same for one and for many: most of it went into six
 * headers a message. A publisher that starts reads back as many records as a number may lie behind, so it bounds that,
 * too.
 */
const PER_RECORD = 32;

/**
 * Values of Kafka's records for messages of one partition, in their order. A record's own time is that of publication,
 * because retention goes by it and an outbox may have waited.
 */
export function recordValues(messages: readonly BusMessage[]): Uint8Array[] {
  const values: Uint8Array[] = [];
  for (let start = 0; start < messages.length; start += PER_RECORD) {
    const events = messages.slice(start, start + PER_RECORD).map(toEvent);
    values.push(BusRecord.encode({ events }).finish());
  }
  return values;
}

/** The messages of a record's value; undefined for what no relay of ours has written. */
export function messagesOfValue(topic: string, value: Uint8Array): BusMessage[] | undefined {
  try {
    const messages = BusRecord.decode(value).events.map((event) => fromEvent(topic, event));
    return messages.length > 0 && messages.every((message) => message !== undefined) ? messages : undefined;
  } catch {
    // Not our encoding.
    return undefined;
  }
}

function toEvent(message: BusMessage): BusEvent {
  return {
    id: message.eventId,
    producer: message.producer,
    epoch: message.epoch,
    seq: message.seq,
    key: message.key,
    companyId: message.companyId ?? undefined,
    createdAtMs: message.createdAt.getTime(),
    traceparent: message.traceparent ?? '',
    payload: Buffer.from(message.payload),
  };
}

function fromEvent(topic: string, event: BusEvent): BusMessage | undefined {
  const producer = SERVICE_NAMES.find((name) => name === event.producer);
  const isWhole = event.id !== '' && event.epoch > 0 && event.seq > 0 && event.createdAtMs > 0;
  if (producer === undefined || !isWhole) return undefined;
  return {
    eventId: event.id,
    topic,
    key: event.key,
    producer,
    epoch: event.epoch,
    seq: event.seq,
    companyId: event.companyId ?? null,
    payload: event.payload,
    createdAt: new Date(event.createdAtMs),
    traceparent: event.traceparent === '' ? undefined : event.traceparent,
  };
}

/** Where a key lives: FNV-1a, 32 bits. Only relays of ours write, so it need not agree with another client's choice. */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}
