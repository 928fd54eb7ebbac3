import type { AuditTrailEntry, Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type {
  Checkpoint,
  LeafProof,
  Verification as StoredVerification,
  TrailDetails,
  TrailEntry,
} from '@pii-vault/proto/audit/v1/trail';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { given, oneOf, orNull, present, toIso, toOptionalIso } from '../wire/values.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export function toAuditEntry(
  entry: TrailEntry,
  actorName: string | null,
  names: ReadonlyMap<number, CompanyName>,
): AuditTrailEntry {
  const companyId = entry.companyId ?? null;
  const companyName = companyId === null ? null : nameOf(names, companyId);
  const { violation, dpdpCompliant } = present(entry.complianceFlags);
  return {
    id: entry.id,
    companyId,
    individualId: entry.individualId ?? null,
    piiFieldId: entry.piiFieldId ?? null,
    action: entry.action,
    actorType: entry.actorType,
    actorId: entry.actorId,
    actorName,
    companyName,
    details: toDetails(present(entry.details), companyName),
    complianceFlags: { violation, dpdpCompliant },
    ipAddress: orNull(entry.ipAddress),
    userAgent: orNull(entry.userAgent),
    timestamp: toIso(entry.timestamp),
    leafIndex: entry.leafIndex,
  };
}

export function toDetails(details: TrailDetails, companyName: string | null): AuditTrailEntry['details'] {
  return given({
    ...details,
    companyName: companyName ?? undefined,
    fieldNames: [...details.fieldNames],
    individualIds: [...details.individualIds],
  });
}

export function toCheckpoint(checkpoint: Checkpoint | undefined) {
  const { note, keyId, publicKey } = present(checkpoint);
  return { note, keyId, publicKey };
}

/** Hashes, salt and the exact bytes of the leaf, in base64. */
export function toProof(proof: LeafProof) {
  return {
    leafIndex: proof.leafIndex,
    leaf: base64(proof.leaf),
    salt: base64(proof.salt),
    path: toPath(proof.path),
  };
}

export const toPath = (path: readonly Uint8Array[]): string[] => path.map(base64);

export function toVerification(stored: StoredVerification): Verification {
  return {
    ...(stored.verificationId === 0 ? {} : { verificationId: stored.verificationId }),
    status: oneOf(['running', 'done', 'failed'], stored.status),
    verified: stored.verified,
    treeSize: stored.treeSize,
    rootHash: Buffer.from(stored.rootHash).toString('hex'),
    checkpointAt: toOptionalIso(stored.checkpointAt),
    entriesChecked: stored.entriesChecked,
    pending: stored.pending,
    oldestPendingMs: stored.oldestPendingMs,
    firstBadIndex: stored.firstBadIndex ?? null,
    reason: stored.reason ?? null,
  };
}
