import type { Leaf } from './leaf.ts';

/** Company id of entries of the whole deployment. Only super_admins read them. */
export const NO_COMPANY = 0;

/** The columns of audit_trail that are derived from a leaf; verification compares them with the bytes. */
export interface TrailColumns {
  readonly companyId: number;
  readonly companySeq: number;
  readonly producer: string;
  readonly epoch: number;
  readonly seq: number;
  readonly individualId: number | null;
  readonly piiFieldId: number | null;
  readonly action: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly details: TrailDetails;
  readonly complianceFlags: ComplianceFlags;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly timestamp: Date;
}

/** The other members of an entry, as the console shows it key by key. */
export interface TrailDetails {
  readonly producer: string;
  readonly fieldType?: string;
  readonly fieldNames?: readonly string[];
  readonly onBehalfOf?: string;
  readonly purpose?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly requestId?: string;
  readonly ticket?: string;
  readonly objectIds?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly individualIds?: readonly number[];
  readonly violationType?: string;
}

export interface ComplianceFlags {
  readonly violation: boolean;
  readonly dpdpCompliant: boolean;
}

export function columnsOf(leaf: Leaf): TrailColumns {
  return {
    companyId: leaf.companyId ?? NO_COMPANY,
    companySeq: leaf.companySeq,
    producer: leaf.producer,
    epoch: leaf.epoch,
    seq: leaf.seq,
    individualId: leaf.individualId ?? null,
    piiFieldId: leaf.piiFieldId ?? null,
    action: leaf.action,
    actorType: leaf.actorType ?? '',
    actorId: leaf.actorId ?? '',
    details: detailsOf(leaf),
    complianceFlags: flagsOf(leaf),
    ipAddress: leaf.ipAddress ?? '',
    userAgent: leaf.userAgent ?? '',
    timestamp: new Date(leaf.timestamp),
  };
}

function detailsOf(leaf: Leaf): TrailDetails {
  const [firstField] = leaf.fieldNames ?? [];
  return {
    producer: leaf.producer,
    fieldType: leaf.fieldNames?.length === 1 ? firstField : undefined,
    fieldNames: leaf.fieldNames,
    onBehalfOf: leaf.onBehalfOf,
    purpose: leaf.purpose,
    decision: leaf.decision,
    reason: leaf.reason,
    requestId: leaf.requestId,
    ticket: leaf.ticket,
    objectIds: leaf.objectIds,
    counts: leaf.counts,
    individualIds: leaf.individualIds,
    violationType: leaf.action === 'compliance_violation' ? leaf.objectIds?.ruleId : undefined,
  };
}

/**
 * Compliance decides what is a violation. DPDP-compliant: no violation, and a purpose for values that were shown
 * (s.6(1)).
 */
function flagsOf(leaf: Leaf): ComplianceFlags {
  const violation = leaf.action === 'compliance_violation';
  const isUnpurposed = leaf.ticket === 'reveal' && leaf.decision !== 'refused' && leaf.purpose === undefined;
  return { violation, dpdpCompliant: !violation && !isUnpurposed };
}

/** Number of decrypted values by the entry: counts.values, or field names times individuals. */
export function decryptedValues(leaf: Leaf): number {
  const stated = leaf.counts?.values;
  if (stated !== undefined) return stated;
  return (leaf.fieldNames?.length ?? 0) * Math.max(1, leaf.individualIds?.length ?? 0);
}
