import type { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { canonicalJson, type Json } from '../tree/canonical/canonical-json.ts';

/** Position of an entry: its producer's number and its company's number. */
export interface LeafPlace {
  readonly producer: string;
  readonly epoch: number;
  /** Gapless per producer and epoch, from 1. */
  readonly seq: number;
  /** Gapless per company (0 = entries of the whole deployment), from 1. */
  readonly companySeq: number;
}

/**
 * An entry as it is hashed. Empty members (text, list, absent id) are omitted, so that every entry has exactly one
 * form. Contains no value of a data principal.
 */
export interface Leaf extends LeafPlace {
  readonly version: 1;
  readonly action: string;
  /** ISO 8601 UTC with milliseconds, as the producer stamped it. */
  readonly timestamp: string;
  readonly actorType?: string;
  readonly actorId?: string;
  readonly onBehalfOf?: string;
  readonly companyId?: number;
  readonly individualId?: number;
  readonly individualIds?: readonly number[];
  readonly piiFieldId?: number;
  readonly fieldNames?: readonly string[];
  readonly purpose?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly ticket?: string;
  readonly objectIds?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly ipAddress?: string;
  readonly userAgent?: string;
  readonly requestId?: string;
  /** Lower-case hex of the concatenated hashes. */
  readonly ciphertextSha256?: string;
  readonly consentSha256?: string;
}

/** @throws RangeError when the entry has no time */
export function leafOf(entry: AuditEntry, place: LeafPlace): Leaf {
  if (entry.occurredAt === undefined) throw new RangeError('an entry has no time');
  // Sorted by name, as RFC 8785 prints them.
  return {
    action: entry.action,
    actorId: text(entry.actorId),
    actorType: text(entry.actorType),
    ciphertextSha256: hex(entry.ciphertextSha256),
    companyId: entry.companyId,
    companySeq: place.companySeq,
    consentSha256: hex(entry.consentSha256),
    counts: members(entry.counts),
    decision: text(entry.decision),
    epoch: place.epoch,
    fieldNames: list(entry.fieldNames),
    individualId: entry.individualId,
    individualIds: list(entry.individualIds),
    ipAddress: text(entry.ipAddress),
    objectIds: members(entry.objectIds),
    onBehalfOf: text(entry.onBehalfOf),
    piiFieldId: entry.piiFieldId,
    producer: place.producer,
    purpose: text(entry.purpose),
    reason: text(entry.reason),
    requestId: text(entry.requestId),
    seq: place.seq,
    ticket: text(entry.ticket),
    timestamp: entry.occurredAt.toISOString(),
    userAgent: text(entry.userAgent),
    version: 1,
  };
}

/** RFC 8785 JSON of a leaf as UTF-8: the bytes that are stored and, after the salt, hashed. */
export function leafBytes(leaf: Leaf): Buffer {
  const members: { readonly [Member in keyof Leaf]: Json | undefined } = leaf;
  return Buffer.from(canonicalJson(members));
}

function text(value: string): string | undefined {
  return value === '' ? undefined : value;
}

function list<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}

function members<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

function hex(value: Uint8Array): string | undefined {
  return value.length === 0 ? undefined : Buffer.from(value).toString('hex');
}
