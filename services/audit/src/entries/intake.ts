import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { intakeStopped } from '../errors.ts';
import { leafBytes, leafOf } from './leaf.ts';

/** An entry with the number that its producer's relay assigned. */
export interface NumberedEntry {
  readonly producer: string;
  readonly epoch: number;
  readonly seq: number;
  readonly entry: AuditEntry;
}

/** The last number stored of a producer. */
export interface ProducerHead {
  readonly epoch: number;
  readonly lastSeq: number;
}

export interface SortedIntake {
  /** To be appended, in order. */
  readonly fresh: readonly NumberedEntry[];
  /** Numbers stored by an earlier batch: their content must equal the stored content. */
  readonly known: readonly NumberedEntry[];
  readonly head: ProducerHead | undefined;
}

/**
 * Splits the messages of one producer into new and already stored ones.
 * @throws AppError DATA_LOSS AUDIT_INTAKE_STOPPED for a missing number, a number that repeats with other content, a
 * message in another producer's name, or an unreadable one: the trail must not continue without it
 */
export function sortIntake(head: ProducerHead | undefined, messages: readonly BusMessage[]): SortedIntake {
  const fresh: NumberedEntry[] = [];
  const known: NumberedEntry[] = [];
  let current = head;
  for (const message of messages) {
    const numbered = readEntry(message);
    if (current !== undefined && isKnown(current, numbered)) {
      const { epoch, seq } = numbered;
      const first = fresh.find((one) => one.seq === seq && one.epoch === epoch);
      if (first === undefined) known.push(numbered);
      else if (!contentOf(first).equals(contentOf(numbered))) throw otherContent(numbered);
      continue;
    }
    const isNewEpoch = current === undefined || numbered.epoch > current.epoch;
    const expected = isNewEpoch ? 1 : (current?.lastSeq ?? 0) + 1;
    if (numbered.seq !== expected)
      throw intakeStopped(
        `entry ${expected} of ${message.producer} (epoch ${message.epoch}) is missing: ${message.seq} was received instead`,
      );
    fresh.push(numbered);
    current = { epoch: numbered.epoch, lastSeq: numbered.seq };
  }
  return { fresh, known, head: current };
}

export function otherContent({ producer, epoch, seq }: NumberedEntry): AppError {
  return intakeStopped(
    `entry ${seq} of ${producer} (epoch ${epoch}) was received again with different content`,
  );
}

/** Bytes of an entry without its company's number. */
function contentOf({ entry, ...place }: NumberedEntry): Buffer {
  return leafBytes(leafOf(entry, { ...place, companySeq: 0 }));
}

function isKnown(head: ProducerHead, message: { epoch: number; seq: number }): boolean {
  return message.epoch < head.epoch || (message.epoch === head.epoch && message.seq <= head.lastSeq);
}

function readEntry(message: BusMessage): NumberedEntry {
  const { producer, epoch, seq } = message;
  if (message.topic !== `${producer}.audit`)
    throw intakeStopped(`${producer} wrote to the topic ${message.topic}`);
  const entry = decode(message);
  if ((entry.companyId ?? null) !== message.companyId)
    throw intakeStopped(
      `entry ${seq} of ${producer} (epoch ${epoch}) names another company than its envelope`,
    );
  return { producer, epoch, seq, entry };
}

function decode({ producer, epoch, seq, payload }: BusMessage): AuditEntry {
  try {
    const entry = AuditEntry.decode(payload);
    if (entry.action !== '' && entry.occurredAt !== undefined) return entry;
  } catch (cause) {
    throw intakeStopped(`entry ${seq} of ${producer} (epoch ${epoch}) cannot be read`, AppError.from(cause));
  }
  throw intakeStopped(`entry ${seq} of ${producer} (epoch ${epoch}) has no action or no time`);
}
