import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromHex, isSame, toBase64, toHex } from '../../../signed-note/bytes.ts';
import { byLibrary, parseNote, verifyEd25519 } from '../../../signed-note/signed-note.ts';
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { isConsistent, isIncluded, leafHash, nodeHash, plainHash } from './merkle.ts';

interface Vectors {
  key: { name: string; keyId: string; publicKey: string };
  leaves: { leafIndex: number; leaf: string; salt: string; leafHash: string }[];
  roots: { size: number; root: string }[];
  inclusion: { leafIndex: number; treeSize: number; path: string[] }[];
  consistency: { from: number; to: number; path: string[] }[];
  checkpoints: { treeSize: number; note: string }[];
}
/** Test vectors that the audit service, audit-fsck and this verifier share. */
const vectors: Vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../services/audit/vectors.json'), 'utf8'),
);
const utf8 = (text: string) => new TextEncoder().encode(text);
const rootAt = (size: number) => fromBase64(vectors.roots[size]?.root ?? '');
const leafAt = (index: number) => fromBase64(vectors.leaves[index]?.leafHash ?? '');
const flip = (bytes: Uint8Array, bit: number) => {
  const copy = Uint8Array.from(bytes);
  copy[(bit >> 3) % copy.length] = (copy[(bit >> 3) % copy.length] ?? 0) ^ (1 << (bit & 7));
  return copy;
};

describe('shared vectors', () => {
  it('hash to their leaves', () => {
    for (const { leaf, salt, leafHash: expected } of vectors.leaves)
      expect(toBase64(leafHash(fromBase64(salt), utf8(leaf)))).toBe(expected);
  });
  it('are included', () => {
    for (const { leafIndex, treeSize, path } of vectors.inclusion)
      expect(
        isIncluded({
          index: leafIndex,
          size: treeSize,
          leafHash: leafAt(leafIndex),
          path: path.map(fromBase64),
          root: rootAt(treeSize),
        }),
      ).toBe(true);
  });
  it('are consistent', () => {
    for (const { from, to, path } of vectors.consistency)
      expect(
        isConsistent({
          from,
          to,
          fromRoot: rootAt(from),
          toRoot: rootAt(to),
          path: path.map(fromBase64),
        }),
      ).toBe(true);
  });
  it('are signed by the key', async () => {
    for (const { note, treeSize } of vectors.checkpoints) {
      const opened = await openCheckpoint({ note, publicKey: vectors.key.publicKey });
      expect({ ...opened, root: toBase64(opened.root) }).toEqual({
        origin: vectors.key.name,
        size: treeSize,
        root: vectors.roots[treeSize]?.root,
        keyId: vectors.key.keyId,
      });
    }
  });
});

describe('a changed checkpoint', () => {
  const note = vectors.checkpoints[0]?.note ?? '';
  const { publicKey } = vectors.key;
  it('is refused for a change of any character', async () => {
    for (let at = 0; at < note.length; at += 1) {
      const other = note[at] === 'A' ? 'B' : 'A';
      const changed = note.slice(0, at) + other + note.slice(at + 1);
      await expect(openCheckpoint({ note: changed, publicKey }), `character ${at}`).rejects.toThrow(
        /note|signature/,
      );
    }
  });
  it('is refused under another key', async () => {
    const other = toBase64(flip(fromBase64(publicKey), 9));
    await expect(openCheckpoint({ note, publicKey: other })).rejects.toMatchObject({ fault: 'signature' });
  });
  it('is refused by the library for any flipped bit', async () => {
    const parsed = parseNote(note);
    const signature = parsed?.signatures[0]?.signature ?? new Uint8Array();
    const key = fromBase64(publicKey);
    const text = utf8(parsed?.text ?? '');
    expect(await byLibrary(key, signature, text)).toBe(true);
    for (let bit = 0; bit < 512; bit += 37) {
      expect(await byLibrary(key, flip(signature, bit), text)).toBe(false);
      expect(await verifyEd25519(key, flip(signature, bit), text)).toBe(false);
    }
  });
  it.each(['', 'x\n', 'a\n\n', 'a\n01\nAAAA\n', 'origin\n1\nAAAA\n'])('%j is not a checkpoint', (text) => {
    expect(parseCheckpoint(text)).toBeUndefined();
  });
});

// Independent implementation of the recursive definitions of RFC 6962, section 2.1, to check the verifiers.
const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, at) => leafHash(Uint8Array.of(7), utf8(`${at}`)));
const split = (size: number) => 2 ** Math.floor(Math.log2(size - 1));
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return plainHash(new Uint8Array());
  if (leaves.length === 1) return leaves[0] ?? new Uint8Array();
  const k = split(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}
function pathOf(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}
function proofOf(from: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (from === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const k = split(leaves.length);
  return from <= k
    ? [...proofOf(from, leaves.slice(0, k), isWhole), rootOf(leaves.slice(k))]
    : [...proofOf(from - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))];
}

describe('for any tree', () => {
  const sizes = fc.integer({ min: 1, max: 130 });
  it('inclusion verifies, but not after a flipped bit or with another index or size', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, pick, bit) => {
        const leaves = leavesOf(size);
        const index = pick % size;
        const path = pathOf(index, leaves);
        const claim = {
          index,
          size,
          leafHash: leaves[index] ?? leafHash(utf8(''), utf8('')),
          path,
          root: rootOf(leaves),
        };
        expect(isIncluded(claim)).toBe(true);
        expect(isIncluded({ ...claim, leafHash: flip(claim.leafHash, bit % 256) })).toBe(false);
        expect(isIncluded({ ...claim, root: flip(claim.root, bit % 256) })).toBe(false);
        expect(isIncluded({ ...claim, path: [...path, claim.root] })).toBe(false);
        expect(isIncluded({ ...claim, index: size })).toBe(false);
        const at = path.length > 0 ? bit % path.length : -1;
        const flipped = path.map((hash, place) => (place === at ? flip(hash, bit % 256) : hash));
        if (at >= 0) expect(isIncluded({ ...claim, path: flipped })).toBe(false);
        if (size > 1) expect(isIncluded({ ...claim, index: (index + 1) % size })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
  it('consistency verifies, but not after a flipped bit', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (to, pick, bit) => {
        const leaves = leavesOf(to);
        const from = 1 + (pick % to);
        const claim = {
          from,
          to,
          fromRoot: rootOf(leaves.slice(0, from)),
          toRoot: rootOf(leaves),
          path: proofOf(from, leaves, true),
        };
        expect(isConsistent(claim)).toBe(true);
        expect(isConsistent({ ...claim, fromRoot: flip(claim.fromRoot, bit % 256) })).toBe(false);
        expect(isConsistent({ ...claim, toRoot: flip(claim.toRoot, bit % 256) })).toBe(false);
        expect(isConsistent({ ...claim, path: [...claim.path, claim.toRoot] })).toBe(false);
        const at = claim.path.length > 0 ? bit % claim.path.length : -1;
        const path = claim.path.map((hash, place) => (place === at ? flip(hash, bit % 256) : hash));
        if (at >= 0) expect(isConsistent({ ...claim, path })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
  it('bytes round-trip through both encodings', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isSame(fromBase64(toBase64(bytes)), bytes)).toBe(true);
        expect(isSame(fromHex(toHex(bytes)), bytes)).toBe(true);
      }),
    );
  });
});
