import type { TrailDetails as TrailDetailsMessage, TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import { NO_COMPANY, type TrailDetails } from '../../entries/columns.ts';
import type { ListedEntry } from './trail-store.ts';

export function toTrailEntry(entry: ListedEntry): TrailEntry {
  return {
    id: entry.leafIndex + 1,
    leafIndex: entry.leafIndex,
    companyId: entry.companyId === NO_COMPANY ? undefined : entry.companyId,
    individualId: entry.individualId ?? undefined,
    piiFieldId: entry.piiFieldId ?? undefined,
    action: entry.action,
    actorType: entry.actorType,
    actorId: entry.actorId,
    details: toDetails(entry.details),
    complianceFlags: entry.complianceFlags,
    ipAddress: entry.ipAddress || undefined,
    userAgent: entry.userAgent || undefined,
    timestamp: entry.timestamp,
    companySeq: entry.companySeq,
  };
}

export function toDetails(details: TrailDetails): TrailDetailsMessage {
  return {
    ...details,
    fieldNames: details.fieldNames ?? [],
    objectIds: details.objectIds ?? {},
    counts: details.counts ?? {},
    individualIds: details.individualIds ?? [],
  };
}
