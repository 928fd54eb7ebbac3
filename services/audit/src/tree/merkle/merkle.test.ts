import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencyRanges, isConsistent } from './consistency.ts';
import { emptyRoot, leafHash, nodeHash } from './hash.ts';
import { inclusionRanges, isIncluded } from './inclusion.ts';
import { type NodeMap, nodesOfRange, splitPoint, toNodeMap } from './node.ts';
import { appendLeaves, hashOfRange, rootOf } from './tree.ts';

const NO_SALT = Buffer.alloc(0);
const SIZES = 1_000;

/** The eight leaves and the roots of the certificate-transparency reference tests. */
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const VECTOR_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leaves = Array.from({ length: SIZES }, (_, index) => leafHash(NO_SALT, Buffer.from(`leaf ${index}`)));

/** RFC 6962 section 2.1, implemented literally as an independent reference. */
function treeHash(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (only === undefined) return emptyRoot();
  if (hashes.length === 1) return only;
  const k = splitPoint(hashes.length);
  return nodeHash(treeHash(hashes.slice(0, k)), treeHash(hashes.slice(k)));
}

function pathOf(ranges: readonly { start: number; end: number }[], nodes: NodeMap): Buffer[] {
  return ranges.map((range) => hashOfRange(range, nodes));
}

const allNodes = toNodeMap(appendLeaves(0, new Map(), leaves));

describe('RFC 6962 tree', () => {
  it('has the roots of the reference vectors', () => {
    const hashes = VECTOR_LEAVES.map((leaf) => leafHash(NO_SALT, Buffer.from(leaf, 'hex')));
    const nodes = toNodeMap(appendLeaves(0, new Map(), hashes));
    const roots = VECTOR_ROOTS.map((_, size) => rootOf(size, nodes).toString('hex'));
    expect(roots).toEqual(VECTOR_ROOTS);
  });

  it('is the same for any division into batches', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 }), (batches) => {
        const nodes = new Map<string, Buffer>();
        let size = 0;
        for (const count of batches) {
          const edge = new Map(
            nodesOfRange({ start: 0, end: size }).map(({ level, index }) => {
              const key = `${level}:${index}`;
              return [key, nodes.get(key) ?? Buffer.alloc(0)] as const;
            }),
          );
          const added = appendLeaves(size, edge, leaves.slice(size, size + count));
          for (const [key, hash] of toNodeMap(added)) {
            expect(nodes.has(key)).toBe(false);
            nodes.set(key, hash);
          }
          size = Math.min(size + count, SIZES);
        }
        expect(rootOf(size, nodes)).toEqual(treeHash(leaves.slice(0, size)));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to append or fold when a node is missing', () => {
    expect(() => appendLeaves(3, new Map(), leaves.slice(0, 1))).toThrow(RangeError);
    expect(() => rootOf(3, new Map())).toThrow(RangeError);
  });
});

describe('inclusion proofs', () => {
  it(`prove leaves of every tree of up to ${SIZES} leaves, and no changed leaf`, () => {
    const wrong = leafHash(NO_SALT, Buffer.from('changed'));
    for (let size = 1; size <= SIZES; size += 1) {
      const root = rootOf(size, allNodes);
      // Every leaf up to 64 leaves; above that, leaves at the edges of subtrees and a sample.
      for (const index of indexesToTry(size)) {
        const path = pathOf(inclusionRanges(index, size), allNodes);
        const claim = { index, size, leafHash: leaves[index] ?? wrong, path, root };
        if (!isIncluded(claim)) expect.fail(`leaf ${index} of ${size} does not verify`);
        if (isIncluded({ ...claim, leafHash: wrong }))
          expect.fail(`a changed leaf ${index} of ${size} verifies`);
      }
    }
  });

  it('fail for another index, size, root, or a changed, longer or shorter path', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: SIZES }), fc.nat(), fc.nat(), (size, a, b) => {
        const index = a % size;
        const path = pathOf(inclusionRanges(index, size), allNodes);
        const claim = { index, size, leafHash: leaves[index] ?? NO_SALT, path, root: rootOf(size, allNodes) };
        const step = b % path.length;
        const flipped = path.map((hash, at) => (at === step ? flip(hash, b % 256) : hash));
        const otherIndex = (index + 1 + (b % (size - 1))) % size;
        expect(isIncluded(claim)).toBe(true);
        expect(isIncluded({ ...claim, path: flipped })).toBe(false);
        expect(isIncluded({ ...claim, path: path.slice(1) })).toBe(false);
        expect(isIncluded({ ...claim, path: [...path, leaves[0] ?? NO_SALT] })).toBe(false);
        expect(isIncluded({ ...claim, index: otherIndex })).toBe(false);
        expect(isIncluded({ ...claim, index: size })).toBe(false);
        expect(isIncluded({ ...claim, root: flip(claim.root, b % 256) })).toBe(false);
      }),
    );
    expect(() => inclusionRanges(5, 5)).toThrow(RangeError);
  });
});

describe('consistency proofs', () => {
  it('hold for all pairs of sizes up to 130', () => {
    for (let to = 0; to <= 130; to += 1) {
      for (let from = 0; from <= to; from += 1) {
        const path = pathOf(consistencyRanges(from, to), allNodes);
        const claim = { from, to, fromRoot: rootOf(from, allNodes), toRoot: rootOf(to, allNodes), path };
        if (!isConsistent(claim)) expect.fail(`${from} to ${to} does not verify`);
        const other = { ...claim, fromRoot: flip(claim.fromRoot, 7) };
        if (from > 0 && isConsistent(other)) expect.fail(`${from} to ${to} verifies for another old root`);
      }
    }
  });

  it('fail for any changed step or root in larger trees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: SIZES }), fc.nat(), fc.nat(), (to, a, b) => {
        const from = 1 + (a % (to - 1));
        const path = pathOf(consistencyRanges(from, to), allNodes);
        const claim = { from, to, fromRoot: rootOf(from, allNodes), toRoot: rootOf(to, allNodes), path };
        const flipped = path.map((hash, at) => (at === b % path.length ? flip(hash, b % 256) : hash));
        expect(isConsistent(claim)).toBe(true);
        expect(isConsistent({ ...claim, path: flipped })).toBe(false);
        expect(isConsistent({ ...claim, path: path.slice(0, -1) })).toBe(false);
        expect(isConsistent({ ...claim, path: [...path, claim.toRoot] })).toBe(false);
        expect(isConsistent({ ...claim, toRoot: flip(claim.toRoot, b % 256) })).toBe(false);
        expect(isConsistent({ ...claim, fromRoot: flip(claim.fromRoot, b % 256) })).toBe(false);
      }),
    );
    expect(() => consistencyRanges(4, 3)).toThrow(RangeError);
  });

  it('equal the proofs written out in RFC 6962 section 2.1.3', () => {
    const range = (start: number, end: number) => ({ start, end });
    expect(inclusionRanges(0, 7)).toEqual([range(1, 2), range(2, 4), range(4, 7)]);
    expect(inclusionRanges(3, 7)).toEqual([range(2, 3), range(0, 2), range(4, 7)]);
    expect(inclusionRanges(6, 7)).toEqual([range(4, 6), range(0, 4)]);
    expect(consistencyRanges(3, 7)).toEqual([range(2, 3), range(3, 4), range(0, 2), range(4, 7)]);
    expect(consistencyRanges(4, 7)).toEqual([range(4, 7)]);
    expect(consistencyRanges(6, 7)).toEqual([range(4, 6), range(6, 7), range(0, 4)]);
  });
});

function indexesToTry(size: number): number[] {
  if (size <= 64) return Array.from({ length: size }, (_, index) => index);
  const edges = nodesOfRange({ start: 0, end: size }).map(({ level, index }) => index * 2 ** level);
  return [...new Set([...edges, size - 1, (size * 7) % size, (size * 31 + 11) % size])];
}

function flip(hash: Buffer, bit: number): Buffer {
  const copy = Buffer.from(hash);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
}
