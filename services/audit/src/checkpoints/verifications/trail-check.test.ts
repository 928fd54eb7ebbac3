import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../entries/columns.ts';
import type { NumberedEntry } from '../../entries/intake.ts';
import { type Leaf, leafBytes } from '../../entries/leaf.ts';
import { planAppend } from '../../entries/plan-append.ts';
import { leafHash } from '../../tree/merkle/hash.ts';
import { type TreeNode, toNodeMap } from '../../tree/merkle/node.ts';
import { appendLeaves, rootOf } from '../../tree/merkle/tree.ts';
import type { CheckedRow } from './row-check.ts';
import { type Counters, type Finding, type SignedRoot, TrailCheck } from './trail-check.ts';

const SIZE = 60;
const SIGNED = [7, 20, 48];

interface Trail {
  rows: CheckedRow[];
  nodes: TreeNode[];
  roots: SignedRoot[];
  counters: Counters;
}

function numbered(at: number): NumberedEntry {
  const entry = AuditEntry.decode(
    AuditEntry.encode({
      ...AuditEntry.decode(new Uint8Array()),
      action: 'field_decrypt',
      occurredAt: new Date(1_800_000_000_000 + at),
      companyId: 1 + (at % 3),
      fieldNames: ['pan'],
      decision: 'allowed',
      ticket: 'reveal',
    }).finish(),
  );
  const producer = at % 2 === 0 ? 'vault' : 'lineage';
  return { producer, epoch: 1, seq: Math.floor(at / 2) + 1, entry };
}

function soundTrail(): Trail {
  const plan = planAppend(
    { size: 0, edge: new Map(), companySeqs: new Map(), zones: new Map() },
    Array.from({ length: SIZE }, (_, at) => numbered(at)),
  );
  const nodes = toNodeMap(plan.nodes);
  return {
    rows: plan.rows
      .map((row) => ({ ...row, columns: columnsOf(JSON.parse(row.leaf.toString()) as Leaf) }))
      .map(withoutUndefined),
    nodes: [...plan.nodes],
    roots: SIGNED.map((size) => ({ size, root: rootOf(size, nodes), place: 'a checkpoint' })),
    counters: {
      size: SIZE,
      lastLeafIndex: SIZE - 1,
      companies: new Map([...plan.companyHeads].map(([id, head]) => [id, head.lastSeq])),
      producers: new Map([
        ['vault', { epoch: 1, lastSeq: SIZE / 2 }],
        ['lineage', { epoch: 1, lastSeq: SIZE / 2 }],
      ]),
      reveals: plan.reveals,
    },
  };
}

/** As the database returns jsonb. */
function withoutUndefined(row: CheckedRow): CheckedRow {
  return { ...row, columns: { ...row.columns, details: JSON.parse(JSON.stringify(row.columns.details)) } };
}

/** Feeds the trail in chunks, as verification does. */
function check(trail: Trail, chunk = 16): Finding | undefined {
  const checker = new TrailCheck(trail.roots);
  while (checker.size < trail.counters.size) {
    const start = checker.size;
    const end = Math.min(start + chunk, trail.counters.size);
    const rows = trail.rows.filter((row) => row.leafIndex >= start && row.leafIndex < end);
    const nodes = trail.nodes.filter(
      ({ level, index }) => index >= Math.floor(start / 2 ** level) && index < Math.floor(end / 2 ** level),
    );
    const finding = checker.feed(end, rows, nodes);
    if (finding !== undefined) return finding;
  }
  return checker.finish(trail.counters);
}

/** Replaces the entry at an index, with every hash of the tree above it. */
function rewrite(trail: Trail, index: number, change: (leaf: Leaf) => Leaf): void {
  const row = trail.rows[index];
  if (row === undefined) throw new Error('no such row');
  const content = change(JSON.parse(row.leaf.toString()) as Leaf);
  const leaf = leafBytes(content);
  trail.rows[index] = withoutUndefined({
    ...row,
    leaf,
    columns: columnsOf(content),
    leafHash: leafHash(row.salt, leaf),
  });
  trail.nodes = appendLeaves(
    0,
    new Map(),
    trail.rows.map((one) => one.leafHash),
  );
  const nodes = toNodeMap(trail.nodes);
  trail.roots = SIGNED.map((size) => ({ size, root: rootOf(size, nodes), place: 'a checkpoint' }));
}

const anyIndex = fc.nat(SIZE - 1);

describe('trail check', () => {
  it('finds no fault in a correct trail, for any chunks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), (chunk) => {
        expect(check(soundTrail(), chunk)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('names a row that is missing or whose bytes, salt or hash has one other bit', () => {
    const part = fc.constantFrom('leaf', 'salt', 'leafHash', 'gone');
    fc.assert(
      fc.property(anyIndex, part, fc.nat(), (index, what, at) => {
        const trail = soundTrail();
        const row = trail.rows[index];
        if (row === undefined) return;
        if (what === 'gone') trail.rows.splice(index, 1);
        else {
          const bytes = Buffer.from(row[what]);
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (at % 8));
          trail.rows[index] = { ...row, [what]: bytes };
        }
        expect(check(trail)?.index).toBe(index);
      }),
    );
  });

  it('names an entry that repeats or skips a number, even with correct hashes and roots', () => {
    const breaks: ((leaf: Leaf) => Leaf)[] = [
      (leaf) => ({ ...leaf, companySeq: leaf.companySeq + 1 }),
      (leaf) => ({ ...leaf, companySeq: leaf.companySeq - 1 }),
      (leaf) => ({ ...leaf, seq: leaf.seq + 1 }),
      (leaf) => ({ ...leaf, epoch: 0 }),
      (leaf) => ({ ...leaf, epoch: 2 }),
      (leaf) => ({ ...leaf, companyId: 9 }),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 6, max: SIZE - 1 }), fc.constantFrom(...breaks), (index, change) => {
        const trail = soundTrail();
        rewrite(trail, index, change);
        expect(check(trail)?.index).toBe(index);
      }),
    );
  });

  it('names the first leaf below a changed tree hash', () => {
    const { nodes } = soundTrail();
    fc.assert(
      fc.property(fc.nat(nodes.length - 1), (at) => {
        const trail = soundTrail();
        const node = trail.nodes[at];
        if (node === undefined) return;
        trail.nodes[at] = { ...node, hash: Buffer.alloc(32, 1) };
        expect(check(trail)?.index).toBe(node.index * 2 ** node.level);
      }),
    );
  });
});
