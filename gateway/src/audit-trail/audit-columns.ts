import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; several names in a cell are separated by spaces, object ids are JSON. */
export const auditColumns: Columns<AuditTrailEntry> = {
  id: (entry) => entry.id,
  leafIndex: (entry) => entry.leafIndex,
  timestamp: (entry) => entry.timestamp,
  action: (entry) => entry.action,
  companyId: (entry) => entry.companyId,
  company: (entry) => entry.companyName,
  individualId: (entry) => entry.individualId,
  individualIds: ({ details }) => (details.individualIds ?? []).join(' '),
  piiFieldId: (entry) => entry.piiFieldId,
  actorType: (entry) => entry.actorType,
  actorId: (entry) => entry.actorId,
  actor: (entry) => entry.actorName,
  onBehalfOf: ({ details }) => details.onBehalfOf ?? null,
  fields: ({ details }) => (details.fieldNames ?? []).join(' '),
  purpose: ({ details }) => details.purpose ?? null,
  decision: ({ details }) => details.decision ?? null,
  reason: ({ details }) => details.reason ?? null,
  objectIds: ({ details }) => (details.objectIds === undefined ? null : JSON.stringify(details.objectIds)),
  violation: ({ complianceFlags }) => String(complianceFlags.violation),
  dpdpCompliant: ({ complianceFlags }) => String(complianceFlags.dpdpCompliant),
  requestId: ({ details }) => details.requestId ?? null,
  ipAddress: (entry) => entry.ipAddress,
  userAgent: (entry) => entry.userAgent,
};
