import type { AuditTrailEntry, Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type {
  Checkpoint,
  LeafProof,
  Verification as StoredVerification,
  TrailDetails,
  TrailEntry,
} from '@pii-vault/proto/audit/v1/trail';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { given, oneOf, present, toId, toIds, toIso, toOptionalId, toOptionalIso } from '../wire/values.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const emptyToNull = (text: string): string | null => (text === '' ? null : text);

export function toAuditEntry(
  entry: TrailEntry,
  actorName: string | null,
  names: ReadonlyMap<number, CompanyName>,
): AuditTrailEntry {
  const companyId = toOptionalId(entry.companyId);
  const companyName = companyId === null ? null : nameOf(names, companyId);
  const { violation, dpdpCompliant } = present(entry.complianceFlags);
  return {
    id: toId(entry.id),
    companyId,
    individualId: toOptionalId(entry.individualId),
    piiFieldId: toOptionalId(entry.piiFieldId),
    action: entry.action,
    actorType: entry.actorType,
    actorId: entry.actorId,
    actorName,
    companyName,
    details: toDetails(present(entry.details), companyName),
    complianceFlags: { violation, dpdpCompliant },
    ipAddress: emptyToNull(entry.ipAddress),
    userAgent: emptyToNull(entry.userAgent),
    timestamp: toIso(entry.timestamp),
    leafIndex: toId(entry.leafIndex),
  };
}

export function toDetails(details: TrailDetails, companyName: string | null): AuditTrailEntry['details'] {
  const counts = Object.fromEntries(
    Object.entries(details.counts).map(([name, count]) => [name, Number(count)]),
  );
  return given({
    ...details,
    companyName: companyName ?? undefined,
    fieldNames: [...details.fieldNames],
    individualIds: toIds(details.individualIds),
    counts,
  });
}

export function toCheckpoint(checkpoint: Checkpoint | undefined) {
  const { note, keyId, publicKey } = present(checkpoint);
  return { note, keyId, publicKey };
}

/** Hashes, salt and the exact bytes of the leaf, in base64. */
export function toProof(proof: LeafProof) {
  return {
    leafIndex: toId(proof.leafIndex),
    leaf: base64(proof.leaf),
    salt: base64(proof.salt),
    path: toPath(proof.path),
  };
}

export const toPath = (path: readonly Uint8Array[]): string[] => path.map(base64);

export function toVerification(stored: StoredVerification): Verification {
  return {
    ...(stored.verificationId === 0n ? {} : { verificationId: toId(stored.verificationId) }),
    status: oneOf(['running', 'done', 'failed'], stored.status),
    verified: stored.verified,
    treeSize: Number(stored.treeSize),
    rootHash: Buffer.from(stored.rootHash).toString('hex'),
    checkpointAt: toOptionalIso(stored.checkpointAt),
    entriesChecked: Number(stored.entriesChecked),
    pending: Number(stored.pending),
    oldestPendingMs: Number(stored.oldestPendingMs),
    firstBadIndex: toOptionalId(stored.firstBadIndex),
    reason: stored.reason ?? null,
  };
}
