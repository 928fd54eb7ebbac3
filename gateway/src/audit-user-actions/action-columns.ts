import type { UserAction } from '@pii-vault/contract/audit-user-actions/audit-user-actions-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; several names in a cell are separated by spaces, object ids are JSON. */
export const actionColumns: Columns<UserAction> = {
  id: (action) => action.id,
  timestamp: (action) => action.timestamp,
  userId: (action) => action.userId,
  user: (action) => action.userName,
  action: (action) => action.action,
  resourceType: (action) => action.resourceType,
  resourceId: (action) => action.resourceId,
  companyId: (action) => action.companyId,
  company: ({ details }) => details.companyName,
  fields: ({ details }) => (details.fieldNames ?? []).join(' '),
  purpose: ({ details }) => details.purpose,
  decision: ({ details }) => details.decision,
  reason: ({ details }) => details.reason,
  objectIds: ({ details }) => (details.objectIds === undefined ? null : JSON.stringify(details.objectIds)),
  requestId: ({ details }) => details.requestId,
  ipAddress: (action) => action.ipAddress,
  userAgent: (action) => action.userAgent,
};
