import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRecordKeys } from '../testing/test-record-keys.ts';
import { busMessage } from './bus-contract.ts';
import { recordValues } from './kafka-record.ts';
import { recordReader } from './kafka-record-reader.ts';
import { SIGNATURE_HEADER } from './kafka-record-signature.ts';
import { recordSigner } from './kafka-record-signer.ts';
import type { RecordKeys } from './record-keys.ts';

const DAY_MS = 86_400_000;
const NOW = 1_800_000_000_000;
const TOPIC = 'vault.audit';
const place = { topic: TOPIC, partition: 0 };
const keys = testRecordKeys();
const message = busMessage(TOPIC, 7, { epoch: 99 });
const read = recordReader(keys, 7 * DAY_MS, () => NOW);

function recordOf(topic = TOPIC, by: RecordKeys = keys, signedAt = NOW, partition = 0) {
  const [value = new Uint8Array()] = recordValues([message]);
  const made = recordSigner(by, () => signedAt)(topic, partition, value);
  return { value: made.value, headers: made.headers };
}

describe('a record', () => {
  it('of the service that owns the topic is read', () => {
    expect(read(place, recordOf())).toEqual({ refused: undefined, messages: [message] });
  });

  it('with a changed bit in value or signature is refused', () => {
    const { value, headers } = recordOf();
    const header = headers[SIGNATURE_HEADER] as Buffer;
    fc.assert(
      fc.property(fc.nat(value.length + header.length - 1), fc.nat(7), (at, bit) => {
        const all = Buffer.concat([value, header]);
        all[at] = (all[at] ?? 0) ^ (1 << bit);
        const changed = { [SIGNATURE_HEADER]: all.subarray(value.length) };
        const record = { value: all.subarray(0, value.length), headers: changed };
        expect(read(place, record)).toEqual({ refused: 'wrong_signature' });
      }),
    );
  });

  it.each([
    ['an unknown key', recordOf(TOPIC, testRecordKeys())],
    ['the key of another service', recordOf(TOPIC, signingAs('lineage'))],
    ['the right key for another topic of the service', recordOf('vault.record_changed')],
    ['the right key for another partition', recordOf(TOPIC, keys, NOW, 1)],
    ['two signatures', twice(recordOf())],
    ['a signature that is too short', cut(recordOf())],
  ])('signed with %s is refused', (_, record) => {
    expect(read(place, record)).toEqual({ refused: 'wrong_signature' });
  });

  it('without a signature is refused', () => {
    expect(read(place, { ...recordOf(), headers: {} })).toEqual({ refused: 'unsigned' });
  });

  it('whose events name another service as producer is refused', () => {
    const foreign = { topic: 'audit.audit', partition: 0 };
    expect(read(foreign, recordOf('audit.audit'))).toEqual({ refused: 'wrong_producer' });
  });

  it('is read from the signed bytes: an envelope in unsigned headers is ignored', () => {
    const { headers, ...rest } = recordOf();
    const forged = { id: 'x', producer: 'vault', epoch: '100', seq: '1', created: '2026-11-01T00:00:00Z' };
    const record = { ...rest, key: Buffer.from('1:1'), headers: { ...headers, ...forged } };
    expect(read(place, record)).toEqual({ refused: undefined, messages: [message] });
  });

  it('on a topic of no service, or without a value, is refused', () => {
    const elsewhere = { topic: 'orders.paid', partition: 0 };
    expect(read(elsewhere, recordOf())).toEqual({ refused: 'wrong_signature' });
    expect(read(place, { ...recordOf(), value: null })).toEqual({
      refused: 'wrong_signature',
    });
  });

  it('older than the retention of the inbox is refused if the inbox must deduplicate it', () => {
    const old = recordOf(TOPIC, keys, NOW - 14 * DAY_MS);
    expect(read(place, old, 13 * DAY_MS)).toEqual({ refused: 'too_old' });
    expect(read(place, old)).toMatchObject({ messages: [message] });
  });
});

describe('a replaced key', () => {
  const former = testRecordKeys();
  const afterRotation = (replacedAt: number): RecordKeys => ({
    ...keys,
    known: new Map(
      [...keys.known].map(([name, own]) => [
        name,
        [...own, ...(former.known.get(name) ?? []).map(({ key }) => ({ key, replacedAt }))],
      ]),
    ),
  });
  const readAfter = (agoMs: number) =>
    recordReader(afterRotation(NOW - agoMs), 7 * DAY_MS, () => NOW)(place, recordOf(TOPIC, former));

  it('is accepted exactly for the retention of the bus', () => {
    expect(readAfter(0)).toMatchObject({ messages: [message] });
    expect(readAfter(7 * DAY_MS - 1)).toMatchObject({ messages: [message] });
    expect(readAfter(7 * DAY_MS)).toEqual({ refused: 'wrong_signature' });
  });
});

it('only the owner of a topic can sign its records', () => {
  const sign = recordSigner({ ...keys, signing: new Map([...keys.signing].slice(0, 1)) });
  expect(() => sign(TOPIC, 0, new Uint8Array())).toThrow(
    expect.objectContaining({ code: 'PERMISSION_DENIED', reason: 'FOREIGN_TOPIC' }),
  );
});

/** Keys with which another service signs records of the vault. */
function signingAs(service: 'lineage'): RecordKeys {
  const own = keys.signing.get(service);
  return { ...keys, signing: new Map(own === undefined ? [] : [['vault', own]]) };
}

function twice(record: ReturnType<typeof recordOf>) {
  const header = record.headers[SIGNATURE_HEADER] as Buffer;
  return { ...record, headers: { [SIGNATURE_HEADER]: [header, header] } };
}

function cut(record: ReturnType<typeof recordOf>) {
  const header = record.headers[SIGNATURE_HEADER] as Buffer;
  return { ...record, headers: { [SIGNATURE_HEADER]: header.subarray(1) } };
}
