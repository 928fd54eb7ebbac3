import { z } from 'zod';
import { row } from '../row.ts';
import {
  exportUserActionsQuery,
  listUserActionsQuery,
  userActionSchema,
} from './audit-user-actions-schema.ts';

const action = {
  id: 6,
  userId: 2,
  userName: 'Ravi Iyer',
  action: 'user_update',
  resourceType: 'user',
  resourceId: '12',
  companyId: 1,
  details: { fieldNames: ['role'], companyName: 'Saral Bank', objectIds: { userId: '12' } },
  ipAddress: '127.0.0.1',
  userAgent: 'Mozilla/5.0',
  timestamp: '2026-11-21T08:00:00.000Z',
};

export const auditUserActionsRoutes = [
  row('GET /audit-user-actions', {
    permission: 'audit:read',
    query: listUserActionsQuery,
    response: z.array(userActionSchema),
    paged: true,
    summary: 'List user actions other than reads, newest first',
    example: {
      query: { limit: '50', companyId: '1' },
      response: [action],
    },
  }),
  row('GET /audit-user-actions/export', {
    permission: 'audit:read',
    query: exportUserActionsQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(userActionSchema),
    summary: 'Export user actions with the filters of the list',
    example: { query: { format: 'json', companyId: '1' }, response: [action] },
  }),
] as const;
