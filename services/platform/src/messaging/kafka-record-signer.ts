import { permissionDenied } from '../core/errors/app-error.ts';
import type { NewKafkaRecord } from './kafka-client.ts';
import { SIGNATURE_HEADER, signRecord } from './kafka-record-signature.ts';
import { ownerOf, type RecordKeys } from './record-keys.ts';

export type RecordSigner = (topic: string, partition: number, value: Uint8Array) => NewKafkaRecord;

/**
 * Makes signed records.
 * @throws AppError PERMISSION_DENIED FOREIGN_TOPIC for a topic of a service whose key this process does not have
 */
export function recordSigner({ signing }: RecordKeys, now: () => number = Date.now): RecordSigner {
  return (topic, partition, value) => {
    const owner = ownerOf(topic);
    const key = owner === undefined ? undefined : signing.get(owner);
    if (key === undefined)
      throw permissionDenied('FOREIGN_TOPIC', 'This process may not write to that topic');
    const headers = { [SIGNATURE_HEADER]: signRecord(key, { topic, partition, value }, now()) };
    return { topic, partition, value: Buffer.from(value), headers };
  };
}
