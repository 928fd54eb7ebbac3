import type { IHeaders, KafkaMessage } from 'kafkajs';
import { SERVICE_NAMES } from '../core/context/caller.ts';
import type { BusMessage } from './bus.ts';

/**
 * The form of records before they held several messages: one payload as value, its envelope in headers. A vault that is
 * updated finds them in Kafka for as long as Kafka keeps them. Undefined for what is not of this form.
 */
export function messageOfHeaders(
  topic: string,
  { key, value, headers = {} }: Pick<KafkaMessage, 'key' | 'value' | 'headers'>,
): BusMessage | undefined {
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
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
