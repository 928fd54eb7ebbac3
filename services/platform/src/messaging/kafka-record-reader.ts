import type { BusMessage } from './bus.ts';
import type { KafkaRecord, RecordPlace } from './kafka-client.ts';
import { messagesOfValue } from './kafka-record.ts';
import { SIGNATURE_HEADER, signedAtOf } from './kafka-record-signature.ts';
import type { RefusalReason } from './record-guard.ts';
import { ownerOf, type RecordKeys, validKeys } from './record-keys.ts';

/**
 * A record that the owner of its topic has written: its messages, or undefined when they cannot be read; or why it is
 * refused.
 */
export type ReadRecord =
  | { readonly refused: RefusalReason }
  | { readonly refused: undefined; readonly messages: BusMessage[] | undefined };

/** @param maxAgeMs a record signed longer ago is refused: a copy of it could not be recognised; default: no limit */
export type RecordReader = (
  place: RecordPlace,
  record: Pick<KafkaRecord, 'value' | 'headers'>,
  maxAgeMs?: number,
) => ReadRecord;

/**
 * Reads records of Kafka and trusts only those that carry a signature of the service that owns the topic.
 * @param retentionMs how long the bus keeps records, and therefore how long a replaced key stays valid
 */
export function recordReader(
  keys: RecordKeys,
  retentionMs: number,
  now: () => number = Date.now,
): RecordReader {
  return ({ topic, partition }, { value, headers }, maxAgeMs = Number.POSITIVE_INFINITY) => {
    const header = headers[SIGNATURE_HEADER];
    if (header === undefined) return { refused: 'unsigned' };
    const owner = ownerOf(topic);
    if (owner === undefined || value === null) return { refused: 'wrong_signature' };
    const trusted = validKeys(keys, owner, retentionMs, now());
    const signedAt = signedAtOf(header, { topic, partition, value }, trusted);
    if (signedAt === undefined) return { refused: 'wrong_signature' };
    if (now() - signedAt > maxAgeMs) return { refused: 'too_old' };
    // Other headers are not covered by the signature and are not read.
    return fromOwner(topic, messagesOfValue(topic, value));
  };
}

function fromOwner(topic: string, messages: BusMessage[] | undefined): ReadRecord {
  const owner = ownerOf(topic);
  return messages?.some(({ producer }) => producer !== owner) === true
    ? { refused: 'wrong_producer' }
    : { refused: undefined, messages };
}
