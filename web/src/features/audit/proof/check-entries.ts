import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { strictBase64 } from '../../../signed-note/bytes.ts';
import { differingMember, type Leaf, parseLeaf } from './leaf.ts';
import { isIncluded, leafHash, type Tree } from './merkle.ts';
import { ProofError } from './proof-error.ts';

export interface EntryProof {
  id: number;
  leafIndex: number;
  /** Base64, as are salt and path. */
  leaf: string;
  salt: string;
  path: readonly string[];
}

/**
 * Number that must decrease by one from row to row: the company's entry number in an unfiltered list of one company,
 * the leaf index in the unfiltered trail, none in a filtered list.
 */
export type Completeness = 'company' | 'trail' | 'none';

/**
 * Checks that every shown entry equals its sealed leaf, that the leaf is in the tree at its index, and that no entry is
 * missing.
 * @throws ProofError
 */
export function checkEntries(
  shown: readonly AuditTrailEntry[],
  proofs: readonly EntryProof[],
  tree: Tree,
  completeness: Completeness,
): void {
  const byId = new Map(proofs.map((proof) => [proof.id, proof]));
  const leaves = shown.map((entry) => checkEntry(entry, byId.get(entry.id), tree));
  const numbers = shown.map((entry, at) =>
    completeness === 'company' ? (leaves[at]?.companySeq ?? Number.NaN) : entry.leafIndex,
  );
  const gap = completeness === 'none' ? undefined : firstGap(numbers);
  if (gap !== undefined) throw new ProofError('gap', { index: shown[gap]?.leafIndex });
}

function checkEntry(entry: AuditTrailEntry, proof: EntryProof | undefined, { size, root }: Tree): Leaf {
  const index = entry.leafIndex;
  if (!proof || proof.leafIndex !== index || entry.id !== index + 1)
    throw new ProofError('noProof', { index });
  const [bytes, salt] = [strictBase64(proof.leaf), strictBase64(proof.salt)];
  const path = proof.path.map((hash) => strictBase64(hash));
  if (!bytes || !salt || path.includes(undefined)) throw new ProofError('inclusion', { index });
  const hashes = path.filter((hash) => hash !== undefined);
  if (!isIncluded({ index, size, leafHash: leafHash(salt, bytes), path: hashes, root }))
    throw new ProofError('inclusion', { index });
  const leaf = parseLeaf(bytes);
  if (!leaf) throw new ProofError('leaf', { index });
  const detail = differingMember(leaf, entry);
  if (detail !== undefined) throw new ProofError('differs', { index, detail });
  return leaf;
}

/**
 * Index of the first number that is not one less than its predecessor; undefined without a gap. Detects omitted
 * entries, because each company numbers its entries without gaps.
 */
export function firstGap(numbers: readonly number[]): number | undefined {
  const at = numbers.findIndex((number, index) => index > 0 && number !== (numbers[index - 1] ?? 0) - 1);
  return at === -1 ? undefined : at;
}
