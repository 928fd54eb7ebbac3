import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../../signed-note/bytes.ts';
import { sampleEntry } from '../../../testing/samples.ts';
import { checkEntries, type EntryProof, firstGap } from './check-entries.ts';
import { differingMember, type Leaf } from './leaf.ts';
import { checkExtends, leafHash, nodeHash } from './merkle.ts';

const salt = Uint8Array.of(1, 2, 3);
const bytesOf = (leaf: object) => new TextEncoder().encode(JSON.stringify(leaf));

/** The leaf of an entry, as the audit service encodes it. */
function leafFor(entry: AuditTrailEntry, companySeq: number): Leaf {
  const { details } = entry;
  return {
    action: entry.action,
    timestamp: entry.timestamp,
    actorType: entry.actorType,
    actorId: entry.actorId,
    companyId: entry.companyId ?? undefined,
    individualId: entry.individualId ?? undefined,
    ipAddress: entry.ipAddress ?? undefined,
    userAgent: entry.userAgent ?? undefined,
    companySeq,
    producer: details.producer,
    fieldNames: details.fieldNames,
    purpose: details.purpose,
    decision: details.decision,
    requestId: details.requestId,
    ticket: details.ticket,
    counts: details.counts,
  } as Leaf;
}

const newest = sampleEntry('field_decrypt', {
  leafIndex: 1,
  individualId: 7,
  details: { fieldNames: ['pan'], fieldType: 'pan', purpose: 'kyc', ticket: 'reveal', counts: { values: 1 } },
});
const older = sampleEntry('logout', { leafIndex: 0 });
const leaves = [leafFor(older, 1), leafFor(newest, 2)];
const hashes = leaves.map((leaf) => leafHash(salt, bytesOf(leaf)));
const [first = salt, second = salt] = hashes;
const tree = { size: 2, root: nodeHash(first, second) };
const proof = (index: number, leaf: object = leaves[index] ?? {}): EntryProof => ({
  id: index + 1,
  leafIndex: index,
  leaf: toBase64(bytesOf(leaf)),
  salt: toBase64(salt),
  path: [toBase64(index === 0 ? second : first)],
});
const proofs = [proof(0), proof(1)];

describe('checkEntries', () => {
  it('accepts entries that equal their leaves, and a list without gaps', () => {
    expect(() => checkEntries([newest, older], proofs, tree, 'company')).not.toThrow();
    expect(() => checkEntries([newest, older], proofs, tree, 'trail')).not.toThrow();
  });
  it.each([
    ['action', { ...newest, action: 'field_view' }],
    ['timestamp', { ...newest, timestamp: '2026-11-21T08:00:00.001Z' }],
    ['actorId', { ...newest, actorId: '3' }],
    ['companyId', { ...newest, companyId: 2 }],
    ['individualId', { ...newest, individualId: null }],
    ['ipAddress', { ...newest, ipAddress: '10.20.4.8' }],
    ['fieldNames', { ...newest, details: { ...newest.details, fieldNames: ['pan', 'dob'] } }],
    ['purpose', { ...newest, details: { ...newest.details, purpose: undefined } }],
    ['counts', { ...newest, details: { ...newest.details, counts: { values: 2 } } }],
    ['objectIds', { ...newest, details: { ...newest.details, objectIds: { x: '1' } } }],
    ['dpdpCompliant', { ...newest, complianceFlags: { violation: false, dpdpCompliant: false } }],
  ])('names %s if the shown value differs from the leaf', (detail, shown) => {
    expect(() => checkEntries([shown, older], proofs, tree, 'company')).toThrow(
      expect.objectContaining({ fault: 'differs', index: 1, detail }),
    );
  });
  it('refuses another leaf, a missing proof, another index and a gap, with the position', () => {
    const forged = proof(1, { ...leaves[1], purpose: 'marketing' });
    expect(() => checkEntries([newest], [forged], tree, 'none')).toThrow(
      expect.objectContaining({ fault: 'inclusion', index: 1 }),
    );
    expect(() => checkEntries([newest], [proof(0)], tree, 'none')).toThrow(
      expect.objectContaining({ fault: 'noProof', index: 1 }),
    );
    expect(() => checkEntries([{ ...newest, id: 1 }], proofs, tree, 'none')).toThrow(
      expect.objectContaining({ fault: 'noProof' }),
    );
    expect(() => checkEntries([older, newest], proofs, tree, 'company')).toThrow(
      expect.objectContaining({ fault: 'gap', index: 1 }),
    );
  });
  it('treats all forms of a missing value as equal', () => {
    const shown = { ...older, details: { ...older.details, fieldNames: [], counts: {}, reason: '' } };
    expect(differingMember(leaves[0] ?? {}, shown)).toBeUndefined();
  });
});

describe('checkExtends', () => {
  const one = { size: 1, root: first };
  const path = async () => [toBase64(second)];
  it('verifies in both directions, and names the fault otherwise', async () => {
    await expect(checkExtends(one, tree, path, 'rewritten')).resolves.toBeUndefined();
    await expect(checkExtends(tree, one, path, 'rewritten')).resolves.toBeUndefined();
    const other = { size: 1, root: second };
    await expect(checkExtends(other, tree, path, 'rewritten')).rejects.toMatchObject({ fault: 'rewritten' });
    await expect(checkExtends({ size: 2, root: first }, tree, path, 'otherTree')).rejects.toMatchObject({
      fault: 'otherTree',
    });
    await expect(checkExtends(one, tree, async () => ['?'], 'rewritten')).rejects.toMatchObject({
      fault: 'rewritten',
    });
  });
});

describe('firstGap', () => {
  it.each([
    [[], undefined],
    [[5], undefined],
    [[5, 4, 3], undefined],
    [[5, 3], 1],
    [[5, 4, 4], 2],
    [[4, 5], 1],
    [[5, Number.NaN], 1],
  ])('of %j is %s', (numbers, expected) => expect(firstGap(numbers)).toBe(expected));
});
