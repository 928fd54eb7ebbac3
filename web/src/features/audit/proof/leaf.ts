import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';

/** Members of a leaf's JSON (services/audit/formats.md). An absent member is empty. */
export interface Leaf {
  readonly action?: string;
  readonly timestamp?: string;
  readonly producer?: string;
  /** Gapless per company, from 1. */
  readonly companySeq?: number;
  readonly companyId?: number;
  readonly individualId?: number;
  readonly individualIds?: readonly number[];
  readonly piiFieldId?: number;
  readonly fieldNames?: readonly string[];
  readonly objectIds?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly ticket?: string;
  readonly decision?: string;
  readonly purpose?: string;
  readonly [member: string]: unknown;
}

/** undefined if the bytes are not a JSON object in UTF-8. */
export function parseLeaf(bytes: Uint8Array): Leaf | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Leaf) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The first member of the shown entry that differs from the sealed leaf; undefined if all agree. The names of actor and
 * company are not part of the leaf: the server looks them up for each list.
 */
export function differingMember(leaf: Leaf, shown: AuditTrailEntry): string | undefined {
  const { details } = shown;
  const isViolation = leaf.action === 'compliance_violation';
  const isUnpurposed = leaf.ticket === 'reveal' && leaf.decision !== 'refused' && !leaf.purpose;
  const pairs: readonly [name: string, sealed: unknown, shown: unknown][] = [
    ['action', leaf.action, shown.action],
    ['timestamp', leaf.timestamp, shown.timestamp],
    ['actorType', leaf.actorType, shown.actorType],
    ['actorId', leaf.actorId, shown.actorId],
    ['companyId', leaf.companyId, shown.companyId],
    ['individualId', leaf.individualId, shown.individualId],
    ['piiFieldId', leaf.piiFieldId, shown.piiFieldId],
    ['ipAddress', leaf.ipAddress, shown.ipAddress],
    ['userAgent', leaf.userAgent, shown.userAgent],
    ['producer', leaf.producer, details.producer],
    ['onBehalfOf', leaf.onBehalfOf, details.onBehalfOf],
    ['fieldNames', leaf.fieldNames, details.fieldNames],
    ['fieldType', leaf.fieldNames?.length === 1 ? leaf.fieldNames[0] : undefined, details.fieldType],
    ['purpose', leaf.purpose, details.purpose],
    ['decision', leaf.decision, details.decision],
    ['reason', leaf.reason, details.reason],
    ['requestId', leaf.requestId, details.requestId],
    ['ticket', leaf.ticket, details.ticket],
    ['objectIds', leaf.objectIds, details.objectIds],
    ['counts', leaf.counts, details.counts],
    ['individualIds', leaf.individualIds, details.individualIds],
    ['violationType', isViolation ? leaf.objectIds?.ruleId : undefined, details.violationType],
    ['violation', isViolation, shown.complianceFlags.violation],
    ['dpdpCompliant', !isViolation && !isUnpurposed, shown.complianceFlags.dpdpCompliant],
  ];
  return pairs.find(([, sealed, seen]) => canonical(sealed) !== canonical(seen))?.[0];
}

/** Canonical JSON: sorted members, and the same text for all empty values. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  if (members.length === 0) return '';
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}
