import type { KeyObject } from 'node:crypto';
import { SERVICE_NAMES, type ServiceName } from '../core/context/caller.ts';

/** A public Ed25519 key of a service. */
export interface KnownKey {
  readonly key: KeyObject;
  /** Epoch ms at which another key took its place; absent for a key in use, or one about to be. */
  readonly replacedAt?: number | undefined;
}

/**
 * Keys by which records on Kafka are signed and verified. They can be cloned into a thread. A bus that only the
 * services can write to (the log in PostgreSQL) needs none.
 */
export interface RecordKeys {
  /** Private keys of the services whose relays run in this process. */
  readonly signing: ReadonlyMap<ServiceName, KeyObject>;
  readonly known: ReadonlyMap<ServiceName, readonly KnownKey[]>;
}

/** The service that alone may write to a topic: the part of its name before the first dot. */
export function ownerOf(topic: string): ServiceName | undefined {
  const prefix = topic.slice(0, topic.indexOf('.'));
  return SERVICE_NAMES.find((name) => name === prefix);
}

/** Keys that may have signed messages still on a bus with a retention of `retentionMs`. */
export function validKeys(
  { known }: Pick<RecordKeys, 'known'>,
  service: ServiceName,
  retentionMs: number,
  now: number,
): readonly KeyObject[] {
  return (known.get(service) ?? []).flatMap(({ key, replacedAt }) =>
    replacedAt === undefined || now < replacedAt + retentionMs ? [key] : [],
  );
}
