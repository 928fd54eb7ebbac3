import { describe, expect, it } from 'vitest';
import vectors from '../vectors.json' with { type: 'json' };
import { parseCheckpoint } from './checkpoints/checkpoint.ts';
import { isSignedBy, noteKeyHash, parseNote } from './checkpoints/signed-note.ts';
import { canonicalJson, type Json } from './tree/canonical/canonical-json.ts';
import { isConsistent } from './tree/merkle/consistency.ts';
import { leafHash } from './tree/merkle/hash.ts';
import { isIncluded } from './tree/merkle/inclusion.ts';
import { toNodeMap } from './tree/merkle/node.ts';
import { appendLeaves, rootOf } from './tree/merkle/tree.ts';

const bytes = (base64: string) => Buffer.from(base64, 'base64');
const rootAt = (size: number) => bytes(vectors.roots[size]?.root ?? '');
const hashes = vectors.leaves.map(({ leaf, salt }) => leafHash(bytes(salt), Buffer.from(leaf)));

/** The browser's verifier and audit-fsck use the same file. */
describe('shared vectors', () => {
  it('have canonical leaves with their hashes', () => {
    for (const [at, { leaf, leafHash: expected }] of vectors.leaves.entries()) {
      const value: Json = JSON.parse(leaf);
      expect(canonicalJson(value)).toBe(leaf);
      expect(hashes[at]?.toString('base64')).toBe(expected);
    }
  });

  it('have the roots of their leaves', () => {
    const nodes = toNodeMap(appendLeaves(0, new Map(), hashes));
    expect(vectors.roots.map(({ root }) => root)).toEqual(
      vectors.roots.map(({ size }) => rootOf(size, nodes).toString('base64')),
    );
  });

  it('have proofs that verify', () => {
    for (const { leafIndex, treeSize, path } of vectors.inclusion) {
      const leaf = hashes[leafIndex] ?? Buffer.alloc(0);
      const claim = {
        index: leafIndex,
        size: treeSize,
        leafHash: leaf,
        path: path.map(bytes),
        root: rootAt(treeSize),
      };
      expect(isIncluded(claim)).toBe(true);
    }
    for (const { from, to, path } of vectors.consistency)
      expect(
        isConsistent({ from, to, fromRoot: rootAt(from), toRoot: rootAt(to), path: path.map(bytes) }),
      ).toBe(true);
  });

  it('have checkpoints signed by the key', () => {
    const key = { name: vectors.key.name, publicKey: bytes(vectors.key.publicKey) };
    expect(noteKeyHash(key).toString('hex')).toBe(vectors.key.keyId);
    for (const { treeSize, note } of vectors.checkpoints) {
      const parsed = parseNote(note);
      expect(parsed !== undefined && isSignedBy(parsed, key)).toBe(true);
      expect(parseCheckpoint(parsed?.text ?? '')).toEqual({
        origin: key.name,
        size: treeSize,
        root: rootAt(treeSize),
      });
    }
  });
});
