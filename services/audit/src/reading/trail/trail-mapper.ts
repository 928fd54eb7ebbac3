import type { TrailDetails as TrailDetailsMessage, TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import { NO_COMPANY, type TrailDetails } from '../../entries/columns.ts';
import type { ListedEntry } from './trail-store.ts';

export function toTrailEntry(entry: ListedEntry): TrailEntry {
  return {
    id: BigInt(entry.leafIndex + 1),
    leafIndex: BigInt(entry.leafIndex),
    companyId: entry.companyId === NO_COMPANY ? undefined : BigInt(entry.companyId),
    individualId: optionalId(entry.individualId),
    piiFieldId: optionalId(entry.piiFieldId),
    action: entry.action,
    actorType: entry.actorType,
    actorId: entry.actorId,
    details: toDetails(entry.details),
    complianceFlags: entry.complianceFlags,
    ipAddress: entry.ipAddress,
    userAgent: entry.userAgent,
    timestamp: entry.timestamp,
    companySeq: BigInt(entry.companySeq),
  };
}

export function toDetails(details: TrailDetails): TrailDetailsMessage {
  return {
    fieldType: details.fieldType,
    fieldNames: details.fieldNames ?? [],
    onBehalfOf: details.onBehalfOf ?? '',
    purpose: details.purpose ?? '',
    decision: details.decision ?? '',
    reason: details.reason ?? '',
    requestId: details.requestId ?? '',
    objectIds: details.objectIds ?? {},
    counts: Object.fromEntries(Object.entries(details.counts ?? {}).map(([name, n]) => [name, BigInt(n)])),
    individualIds: (details.individualIds ?? []).map(BigInt),
    ticket: details.ticket ?? '',
    producer: details.producer,
    violationType: details.violationType,
  };
}

function optionalId(id: number | null): bigint | undefined {
  return id === null ? undefined : BigInt(id);
}
