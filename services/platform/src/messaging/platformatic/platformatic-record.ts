import type { KafkaRecord } from '../kafka-client.ts';

/** Headers of a record by name; one that occurs several times has an array of values. */
export function headersOf(
  entries: Iterable<readonly [Buffer | null | undefined, Buffer | null | undefined]>,
): KafkaRecord['headers'] {
  const headers = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = String(key);
    headers.set(name, headers.has(name) ? [headers.get(name), value].flat() : value);
  }
  return Object.fromEntries(headers);
}
