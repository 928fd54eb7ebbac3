import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { strictBase64 } from '../../../signed-note/bytes.ts';
import type { Tree } from './check-extends.ts';
import { firstGap } from './gaps.ts';
import { leafHash } from './hash.ts';
import { isIncluded } from './inclusion.ts';
import { differingMember, type Leaf, parseLeaf } from './leaf.ts';
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
 * The number by which a shown list must decrease one by one: an unfiltered list of one company by the company's number,
 * of the whole trail by the leaf index; a filtered one by none.
 */
export type Completeness = 'company' | 'trail' | 'none';

/**
 * Checks every shown entry: it equals the sealed leaf, is in the tree at its index, and none is missing. @throws
 * ProofError
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
