import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntry } from './entry-row.ts';
import { Findings } from './findings.ts';
import { hashLeaf, MerkleStack } from './merkle-stack.ts';
import { openCheckpoint } from './signed-checkpoints.ts';

/** Test vectors, shared with services/audit. No code is shared. */
const vectors = JSON.parse(
  readFileSync(new URL('../../../services/audit/vectors.json', import.meta.url), 'utf8'),
) as {
  key: { name: string; publicKey: string };
  leaves: { leaf: string; salt: string; leafHash: string }[];
  roots: { size: number; root: string }[];
  checkpoints: { treeSize: number; note: string }[];
};

describe('shared vectors', () => {
  it('leaves and roots', () => {
    const tree = new MerkleStack();
    const roots = [tree.root()];
    for (const { leaf, salt, leafHash } of vectors.leaves) {
      expect(readEntry(Buffer.from(leaf))).toBeDefined();
      expect(readEntry(Buffer.from(`${leaf} `))).toBeUndefined();
      const hash = hashLeaf(Buffer.from(salt, 'base64'), Buffer.from(leaf));
      expect(hash.toString('base64')).toBe(leafHash);
      tree.push(hash);
      roots.push(tree.root());
    }
    expect(roots.map((root) => root.toString('base64'))).toEqual(vectors.roots.map(({ root }) => root));
  });

  it('checkpoints', () => {
    const { name: keyName, publicKey } = vectors.key;
    for (const { note, treeSize } of vectors.checkpoints) {
      const kept = { place: 'a vector', note, keyName, publicKey };
      expect(openCheckpoint(kept, new Set([publicKey]))).toMatchObject({ size: treeSize });
      expect(openCheckpoint(kept, new Set())).toBe('is signed with a key that is not trusted');
      const changed = { ...kept, note: note.replace(`\n${treeSize}\n`, `\n${treeSize + 1}\n`) };
      expect(openCheckpoint(changed, new Set([publicKey]))).toBe('has a signature that does not verify');
    }
  });
});

describe('the description', () => {
  it('joins adjacent entries with the same fault and keeps the first finding of an entry', () => {
    const findings = new Findings();
    for (const index of [7, 5, 6]) findings.entry(index, 'is missing');
    findings.entry(6, 'was changed');
    findings.entry(9, 'was changed');
    findings.general('a checkpoint is gone');
    expect(findings.describe()).toBe('entries 5 to 7 are missing; entry 9 was changed; a checkpoint is gone');
  });
});
